# Handles: the numbers that stand for types and constants on the other side.
#
# Equal types (`==`) have equal handles and so have egal constants (`===`, hence of the same type): the optimiser
# compares integers. Julia's own hash of a type is not fit for that: two `==` `UnionAll`s may hash apart.

"""
    NotUnderstood(reason)

Thrown inside the package where a method cannot be optimised. It never leaves the package: the caller gets the original
function, and `reason`.
"""
struct NotUnderstood <: Exception
    reason::String
end

Base.showerror(io::IO, e::NotUnderstood) = print(io, e.reason)

not_understood(parts...) = throw(NotUnderstood(string(parts...)))

"The tables of one request."
mutable struct Tables
    types::Vector{Any}
    # A fast path for the very same object, then candidates that may be `==`.
    type_numbers::IdDict{Any,Int32}
    type_buckets::Dict{UInt,Vector{Int32}}
    constants::Vector{Any}
    constant_numbers::IdDict{Any,Int32}
    # The global that a constant was read from: written back by name, so that the result is readable and follows it.
    globals::Dict{Int32,GlobalRef}
    modules::Dict{String,Module}
    module_names::IdDict{Module,String}
end

Tables() = Tables(Any[], IdDict{Any,Int32}(), Dict{UInt,Vector{Int32}}(), Any[], IdDict{Any,Int32}(),
                  Dict{Int32,GlobalRef}(), Dict{String,Module}(), IdDict{Module,String}())

"Tables to add to, which leave the ones they begin with alone."
Base.copy(t::Tables) = Tables(copy(t.types), copy(t.type_numbers), Dict(k => copy(v) for (k, v) in t.type_buckets),
                              copy(t.constants), copy(t.constant_numbers), copy(t.globals), copy(t.modules),
                              copy(t.module_names))

function bucket(@nospecialize(t))
    inner = Base.unwrap_unionall(t)
    return inner isa DataType ? objectid(inner.name) : UInt(inner isa Union)
end

"The handle of a type."
function type_handle!(tables::Tables, @nospecialize(t))
    number = get(tables.type_numbers, t, nothing)
    number === nothing || return number
    candidates = get!(() -> Int32[], tables.type_buckets, bucket(t))
    for candidate in candidates
        if tables.types[candidate + 1] == t
            tables.type_numbers[t] = candidate
            return candidate
        end
    end
    push!(tables.types, t)
    number = Int32(length(tables.types) - 1)
    push!(candidates, number)
    tables.type_numbers[t] = number
    return number
end

"The handle of a constant."
function constant_handle!(tables::Tables, @nospecialize(c))
    number = get(tables.constant_numbers, c, nothing)
    number === nothing || return number
    push!(tables.constants, c)
    number = Int32(length(tables.constants) - 1)
    tables.constant_numbers[c] = number
    return number
end

type_of_handle(tables::Tables, handle::Integer) = tables.types[handle + 1]
constant_of_handle(tables::Tables, handle::Integer) = tables.constants[handle + 1]

"A name for a module that leads back to it: its full name, numbered where two modules have the same."
function module_name!(tables::Tables, m::Module)
    name = get(tables.module_names, m, nothing)
    name === nothing || return name
    plain = join(fullname(m), '.')
    name, count = plain, 1
    while haskey(tables.modules, name)
        count += 1
        name = string(plain, '#', count)
    end
    tables.modules[name] = m
    return tables.module_names[m] = name
end
