# The shared library: where it is, whether it fits, and the one call into it.

"A loaded library: the addresses of its functions."
struct Library
    path::String
    optimize::Ptr{Cvoid}
    free::Ptr{Cvoid}
    read_rules::Ptr{Cvoid}
    free_rules::Ptr{Cvoid}
end

"The library is missing or does not fit this package."
struct LibraryError <: Exception
    message::String
end

Base.showerror(io::IO, e::LibraryError) = print(io, "Saturate: ", e.message)

"Loads the library at `path` and checks that it speaks this package's language."
function load_library(path::String)
    handle = try
        Libdl.dlopen(path)
    catch err
        throw(LibraryError("cannot load $path: $(sprint(showerror, err))"))
    end
    function symbol(name)
        address = Libdl.dlsym(handle, name; throw_error=false)
        address === nothing && throw(LibraryError("$path is not Saturate's library: it has no `$name`"))
        return address
    end
    version = ccall(symbol(:saturate_version), Int32, ())
    version == Wire.VERSION || throw(LibraryError(
        "$path has interface version $version, this package needs $(Wire.VERSION); build it again with deps/build.jl"))
    return Library(path, symbol(:saturate_optimize), symbol(:saturate_free), symbol(:saturate_rules_read),
                   symbol(:saturate_rules_free))
end

function find_library()
    candidates = library_candidates()
    for path in candidates
        isfile(path) && return load_library(path)
    end
    throw(LibraryError(string("the shared library is not there. Run `Pkg.build(\"Saturate\")` or `julia ", normpath(joinpath(@__DIR__, "..", "deps",
        "build.jl")), "` (they need cargo), or set SATURATE_LIBRARY to it. Looked at: ", join(candidates, ", "))))
end

const LIBRARY = Ref{Union{Nothing,Library}}(nothing)
const LIBRARY_LOCK = ReentrantLock()

"The library, loaded at the first use, so that the package loads without it."
function library()
    loaded = LIBRARY[]
    loaded === nothing || return loaded
    return lock(LIBRARY_LOCK) do
        LIBRARY[] === nothing && (LIBRARY[] = find_library())
        LIBRARY[]
    end
end

# The structs of crates/saturate-capi/src/abi.rs.

struct FixedTypes
    any::Int32
    bottom::Int32
    bool::Int32
end

"How to optimise; `DEFAULT` stands for the library's own limit."
struct COptions
    extractor::UInt64
    seed::UInt64
    iterations::UInt64
    nodes::UInt64
    work::UInt64
    time_ms::UInt64
    extraction_work::UInt64
    solver_ms::UInt64
    flags::UInt64
    calls::UInt64
    sizes::NTuple{16,UInt64}
end

const STRICT, TEXT, EXPLAIN, PAGE = UInt64(1), UInt64(2), UInt64(4), UInt64(8)

const DEFAULT = typemax(UInt64)

COptions() = COptions(0, 0, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, 0, DEFAULT, given_sizes(()))

"The sizes of array arguments as the library takes them; `DEFAULT` ends them."
function given_sizes(sizes)
    all(n -> n isa Integer && n >= 0, sizes) || throw(ArgumentError("sizes are numbers that are not negative, not $(repr(sizes))"))
    length(sizes) <= 16 || throw(ArgumentError("at most 16 sizes can be given"))
    return ntuple(n -> n <= length(sizes) ? UInt64(sizes[n]) : DEFAULT, 16)
end

struct CRequest
    words::Ptr{Int32}
    words_len::Csize_t
    names::Ptr{UInt8}
    names_len::Csize_t
    fixed::FixedTypes
    rules::Ptr{Cvoid}
    options::COptions
end

struct CRulesRequest
    name::Ptr{UInt8}
    name_len::Csize_t
    text::Ptr{UInt8}
    text_len::Csize_t
    base::Ptr{Cvoid}
    fixed::FixedTypes
end

struct CAnswer
    words::Ptr{Int32}
    words_len::Csize_t
    text::Ptr{UInt8}
    text_len::Csize_t
end

struct CCallbacks
    context::Ptr{Cvoid}
    ask::Ptr{Cvoid}
end

struct COutcome
    status::Int32
    words::Ptr{Int32}
    words_len::Csize_t
    names::Ptr{UInt8}
    names_len::Csize_t
    message::Ptr{UInt8}
    message_len::Csize_t
    report::Ptr{UInt8}
    report_len::Csize_t
    text::Ptr{UInt8}
    text_len::Csize_t
    explanation::Ptr{UInt8}
    explanation_len::Csize_t
    page::Ptr{UInt8}
    page_len::Csize_t
    rules::Ptr{Cvoid}
end

COutcome() = COutcome(0, C_NULL, 0, C_NULL, 0, C_NULL, 0, C_NULL, 0, C_NULL, 0, C_NULL, 0, C_NULL, 0, C_NULL)

"The library refused a request, or the session failed while it ran."
struct RequestError <: Exception
    status::Int32
    message::String
end

Base.showerror(io::IO, e::RequestError) = print(io, e.message)

"The handles of the types that every session has."
fixed_types(tables) = FixedTypes(type_handle!(tables, Any), type_handle!(tables, Union{}), type_handle!(tables, Bool))

"Frees an outcome; throws what it says went wrong."
function checked(done, outcome::Ref{COutcome})
    filled = outcome[]
    try
        if filled.status != Wire.Status.OK
            throw(RequestError(filled.status, copy_text(filled.message, filled.message_len)))
        end
        return done(filled)
    finally
        ccall(library().free, Cvoid, (Ref{COutcome},), outcome)
    end
end

"""
    optimize_words(words, names, session, rules=C_NULL, options=COptions())

Runs one request; gives the words and names of the response, the lines of the report, and
if they were wanted the text of the result, an explanation, and a page. The session answers the library's
questions meanwhile.
"""
function optimize_words(words::Vector{Int32}, names::String, session, rules::Ptr{Cvoid}=C_NULL,
                        options::COptions=COptions())
    lib = library()
    outcome = Ref(COutcome())
    fixed = fixed_types(session.tables)
    GC.@preserve words names session begin
        request = Ref(CRequest(pointer(words), length(words), pointer(names), sizeof(names), fixed, rules, options))
        callbacks = Ref(CCallbacks(pointer_from_objref(session), ask_pointer()))
        ccall(lib.optimize, Int32, (Ref{CRequest}, Ref{CCallbacks}, Ref{COutcome}), request, callbacks, outcome)
    end
    return checked(outcome) do filled
        answer = Vector{Int32}(undef, filled.words_len)
        GC.@preserve answer unsafe_copyto!(pointer(answer), filled.words, filled.words_len)
        return answer, copy_text(filled.names, filled.names_len), copy_text(filled.report, filled.report_len),
               copy_text(filled.text, filled.text_len), copy_text(filled.explanation, filled.explanation_len),
               copy_text(filled.page, filled.page_len)
    end
end

"Reads the rules of a text and adds them to those at `base`; gives their address, which the caller frees."
function read_rule_text(name::String, text::String, session, base::Ptr{Cvoid}=C_NULL)
    lib = library()
    outcome = Ref(COutcome())
    fixed = fixed_types(session.tables)
    GC.@preserve name text session begin
        request = Ref(CRulesRequest(pointer(name), sizeof(name), pointer(text), sizeof(text), base, fixed))
        callbacks = Ref(CCallbacks(pointer_from_objref(session), ask_pointer()))
        ccall(lib.read_rules, Int32, (Ref{CRulesRequest}, Ref{CCallbacks}, Ref{COutcome}), request, callbacks, outcome)
    end
    return checked(filled -> filled.rules, outcome)
end

free_rules(rules::Ptr{Cvoid}) = ccall(library().free_rules, Cvoid, (Ptr{Cvoid},), rules)

copy_text(text::Ptr{UInt8}, len::Integer) = len == 0 ? "" : unsafe_string(text, len)
