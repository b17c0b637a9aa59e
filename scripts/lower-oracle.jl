# Dump what Julia's own lowering calls, for each function definition of source files.
#
#   julia --startup-file=no scripts/lower-oracle.jl < list-of-files
#
# For each file: a line `file PATH`, then for each definition, in the order of the text, a line `def NUMBER` followed by
# one line per method body, `m CALLEE CALLEE ...`, in the order in which Julia would call; or by a line
# `error MESSAGE` where Julia refuses the definition. The comparison sorts the bodies of one definition, not the calls in them.
#
# Callees are names without their module; `·` is a callee that is a computed value. `%new` and `%foreigncall` stand
# for the forms that are not calls. Two things are left out on both sides: `getproperty(Base, :name)` and the like,
# which only spell a module, and the computation of a closure's type parameters.

function parse_all(text::String, path::String)
    if isdefined(Meta, :parseall)
        return Meta.parseall(text; filename = path)
    end
    ccall(:jl_parse_all, Any, (Ptr{UInt8}, Csize_t, Ptr{UInt8}, Csize_t), text, sizeof(text), path, sizeof(path))
end

# Definitions: the same walk as `definitions` in `benches/lower.rs`.

issignature(x) = x isa Expr && (x.head === :call || x.head in (:where, :(::)) && !isempty(x.args) && issignature(x.args[1]))

macroname(x::Symbol) = x
macroname(x::GlobalRef) = x.name
macroname(x::Expr) = x.head === :. && x.args[2] isa QuoteNode ? x.args[2].value : :unknown
macroname(x) = :unknown

function isdefinition(x)
    x isa Expr || return false
    x.head === :function && length(x.args) == 2 && return true
    x.head === :(=) && issignature(x.args[1]) && return true
    x.head === :struct && return true
    x.head === :macrocall && macroname(x.args[1]) !== Symbol("@doc") && length(x.args) > 2 && return isdefinition(x.args[end])
    return false
end

function definitions!(found, m::Module, x)
    x isa Expr || return
    if isdefinition(x)
        push!(found, (m, x))
    elseif x.head === :module
        name = x.args[2]
        inner = isdefined(m, name) && getfield(m, name) isa Module ? getfield(m, name) : m
        foreach(y -> definitions!(found, inner, y), x.args[3].args)
    elseif x.head in (:toplevel, :block)
        foreach(y -> definitions!(found, m, y), x.args)
    elseif x.head in (:if, :elseif)
        foreach(y -> definitions!(found, m, y), x.args[2:end])
    elseif x.head === :macrocall && (macroname(x.args[1]) === Symbol("@doc") || macroname(x.args[1]) === Symbol("@static"))
        definitions!(found, m, x.args[end])
    end
end

# Bodies.

module_names = (:Base, :Core, :Main)
named(x::GlobalRef) = x.name
named(x::Symbol) = x
named(x) = nothing

ismodulename(x) = named(x) in module_names

# Numbers in generated names (`#f#12`) differ between the two sides.
spelled(x::Symbol) = replace(replace(string(x), r"\s" => "_"), r"^(#.*#)[0-9]+$" => s"\1")
spelled(::Nothing) = "·"

function callees(code::Core.CodeInfo)
    path = Dict{Int,Symbol}()     # values that are `Base.name`
    modules = Set{Int}()          # values that are `Main.Base`
    hidden = Set{Int}()           # values that compute a closure's type
    value(stmt) = stmt isa Expr && stmt.head === :(=) ? stmt.args[2] : stmt
    origin(x) = x isa Core.SSAValue ? value(code.code[x.id]) : x
    calls(x, name) = x isa Expr && x.head === :call && named(x.args[1]) === name
    for stmt in code.code
        stmt = value(stmt)
        stmt isa Expr && stmt.head === :new || continue
        applied = origin(stmt.args[1])
        calls(applied, :apply_type) || continue
        type = named(origin(applied.args[2]))
        type !== nothing && startswith(string(type), "#") || continue
        push!(hidden, stmt.args[1].id)
        for arg in applied.args[3:end]
            calls(origin(arg), :typeof) || continue
            push!(hidden, arg.id)
            captured = origin(arg).args[2]
            calls(origin(captured), :getfield) && push!(hidden, captured.id)
        end
    end
    names = String[]
    for (id, stmt) in enumerate(code.code)
        stmt = value(stmt)
        stmt isa Expr || continue
        if stmt.head === :new
            push!(names, "%new")
        elseif stmt.head === :foreigncall
            push!(names, "%foreigncall")
        elseif stmt.head === :call && !(id in hidden)
            f = stmt.args[1]
            # How 1.5 keeps the methods of a local function with keywords together.
            f === GlobalRef(Core, :ifelse) && stmt.args[2] === false && stmt.args[3] === false && continue
            ismodule(x) = ismodulename(x) || x isa Module || x isa Core.SSAValue && x.id in modules
            if named(f) === :getproperty && length(stmt.args) == 3 && stmt.args[3] isa QuoteNode && ismodule(stmt.args[2])
                name = stmt.args[3].value
                name in module_names ? push!(modules, id) : (path[id] = name)
                continue
            end
            push!(names, if f isa Core.SSAValue
                spelled(get(path, f.id, named(origin(f))))
            elseif f isa Union{Function,Type}
                spelled(nameof(f))
            elseif named(f) === Symbol("'")
                "adjoint"
            else
                spelled(named(f))
            end)
        end
    end
    return names
end

function bodies!(found, x)
    if x isa Core.CodeInfo
        foreach(stmt -> bodies!(found, stmt), x.code)
    elseif x isa Expr
        if x.head === :method && length(x.args) == 3
            # Methods that capture variables of a top-level scope are built when the scope runs.
            x.args[3] isa Core.CodeInfo || error("the body of a method is computed")
            push!(found, callees(x.args[3]))
        else
            foreach(arg -> bodies!(found, arg), x.args)
        end
    end
end

function home(path::String)
    parts = split(path, '/')
    at = findlast(isequal("stdlib"), parts)
    at === nothing && return occursin("/base/compiler/", path) ? Core.Compiler : Base
    name = Symbol(parts[at + 1])
    scratch = Module(:Scratch)
    package = try
        Base.require(Main, name)
    catch
        return scratch
    end
    parts[at + 2] == "src" && return package
    try
        Core.eval(scratch, :(using $name, Test))
    catch
    end
    return scratch
end

function dump_file(out::IO, path::String)
    println(out, "file ", path)
    tree = parse_all(read(path, String), path)
    m = home(path)
    found = Any[]
    definitions!(found, m, tree)
    # A file that is a module of its own is included in the package's module of the same name.
    for (number, (m, definition)) in enumerate(found)
        println(out, "def ", number)
        methods = Vector{String}[]
        try
            lowered = Meta.lower(m, definition)
            if lowered isa Expr && lowered.head === :error
                println(out, "error ", replace(string(lowered.args[1]), '\n' => ' '))
                continue
            end
            bodies!(methods, lowered)
        catch error
            println(out, "error ", replace(sprint(showerror, error), '\n' => ' '))
            continue
        end
        for names in methods
            println(out, "m ", join(names, " "))
        end
    end
end

function main()
    out = IOBuffer()
    for path in eachline(stdin)
        try
            dump_file(out, path)
        catch error
            println(out, "failed ", replace(sprint(showerror, error), '\n' => ' '))
        end
        write(stdout, take!(out))
    end
end

main()
