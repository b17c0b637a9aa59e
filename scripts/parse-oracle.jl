# Dump what Julia's own parser makes of source files, as S-expressions, one top-level expression to a line.
#
#   julia --startup-file=no scripts/parse-oracle.jl < list-of-files
#
# For each file: a line `file PATH`, then one line for each expression, in the format of `syntax/sexpr.rs`; a file that
# Julia cannot read ends with a line `error MESSAGE`. Nothing else is written, so the output can be streamed.

function parse_all(text::String, path::String)
    if isdefined(Meta, :parseall)
        return Meta.parseall(text; filename = path)
    end
    ccall(:jl_parse_all, Any, (Ptr{UInt8}, Csize_t, Ptr{UInt8}, Csize_t), text, sizeof(text), path, sizeof(path))
end

function escaped(io::IO, text::String)
    for c in text
        if !isvalid(c)
            for byte in codeunits(string(c))
                print(io, '\\', string(byte, base = 16, pad = 2))
            end
        elseif c < ' ' || c in ('"', '|', '\\', '\x7f')
            print(io, '\\', string(UInt32(c), base = 16, pad = 2))
        else
            print(io, c)
        end
    end
end

harmless(b::UInt8) = b >= 0x80 || UInt8('0') <= b <= UInt8('9') || UInt8('a') <= b <= UInt8('z') ||
    UInt8('A') <= b <= UInt8('Z') || b in codeunits("_!@#\$%&*+-/\\<=>?^~:.")

function name(io::IO, symbol::Symbol)
    text = String(symbol)
    if !isempty(text) && !isdigit(text[1]) && all(harmless, codeunits(text))
        print(io, text)
    else
        print(io, '|')
        escaped(io, text)
        print(io, '|')
    end
end

dump_tree(io::IO, x::Symbol) = name(io, x)
dump_tree(io::IO, x::LineNumberNode) = print(io, "(line ", x.line, ")")
dump_tree(io::IO, x::Bool) = print(io, x, "!")
dump_tree(io::IO, x::Int64) = print(io, x)
dump_tree(io::IO, x::Union{UInt8,UInt16,UInt32,UInt64,UInt128}) = print(io, "u", 8 * sizeof(x), ":", string(x, base = 10))
dump_tree(io::IO, x::Float64) = print(io, "f64:", string(reinterpret(UInt64, x), base = 16, pad = 16))
dump_tree(io::IO, x::Float32) = print(io, "f32:", string(reinterpret(UInt32, x), base = 16, pad = 8))
dump_tree(io::IO, x::Char) = print(io, "char:", Base.ismalformed(x) ? reinterpret(UInt32, x) : UInt32(x))
dump_tree(io::IO, x::Nothing) = print(io, "nothing!")
dump_tree(io::IO, x::String) = (print(io, '"'); escaped(io, x); print(io, '"'))
dump_tree(io::IO, x) = print(io, "(other ", typeof(x), ")")

function dump_tree(io::IO, x::QuoteNode)
    print(io, "(quotenode ")
    dump_tree(io, x.value)
    print(io, ")")
end

function dump_tree(io::IO, x::GlobalRef)
    print(io, "(globalref ", nameof(x.mod), " ")
    name(io, x.name)
    print(io, ")")
end

function dump_tree(io::IO, x::Expr)
    print(io, "(")
    name(io, x.head)
    for arg in x.args
        print(io, " ")
        dump_tree(io, arg)
    end
    print(io, ")")
end

function dump_file(out::IO, path::String)
    println(out, "file ", path)
    tree = parse_all(read(path, String), path)
    tree isa Expr && tree.head === :toplevel || return
    io = IOBuffer()
    for expression in tree.args
        expression isa LineNumberNode && continue
        if expression isa Expr && expression.head in (:error, :incomplete)
            message = sprint(print, isempty(expression.args) ? "" : expression.args[1])
            println(out, "error ", replace(message, '\n' => ' '))
            return
        end
        dump_tree(io, expression)
        println(out, String(take!(io)))
    end
end

for path in eachline(stdin)
    try
        dump_file(stdout, path)
    catch error
        error isa Base.IOError && rethrow()
        println(stdout, "error ", replace(sprint(showerror, error), '\n' => ' '))
    end
end
