# What inference says of a value, as a type and perhaps a constant.
#
# Inference annotates with more than types: `Const`, `PartialStruct`, `Conditional`, and others that newer versions add.
# Julia's own `widenconst` knows all of its version; what even it does not turn into a type is `Any`.

"The constant that an annotation says a value is, as `Some`, or `nothing`."
known_constant(@nospecialize(annotation)) =
    annotation isa Const_ ? Some{Any}(annotation.val) : nothing

"The type of an annotation. Of a tuple with types among its elements, one that says which: `tuple(Float64, x)` is a `Tuple{Type{Float64},Int}`."
function widened(@nospecialize(annotation))
    annotation isa Type && return annotation
    if annotation isa PartialStruct_ && annotation.typ isa DataType && annotation.typ <: Tuple && !Base.isvatuple(annotation.typ) &&
       length(annotation.fields) == length(annotation.typ.parameters) && any(holds_type, annotation.fields)
        return Tuple{Any[element_type(field) for field in annotation.fields]...}
    end
    t = try
        Compiler_.widenconst(annotation)
    catch
        Any
    end
    return t isa Type ? t : Any
end

holds_type(@nospecialize(field)) = field isa Const_ && field.val isa Type && !is_vararg(field.val) ||
                                  field isa PartialStruct_ && any(holds_type, field.fields)
element_type(@nospecialize(field)) = holds_type(field) && field isa Const_ ? Type{field.val} : widened(field)

"The type of a constant: of a type, the one that says which. Older versions count `Vararg` among the types, but `Type{Vararg}` is none."
exact_type(@nospecialize(c)) = c isa Type && !is_vararg(c) ? Type{c} : typeof(c)
is_vararg(@nospecialize(t)) = (inner = Base.unwrap_unionall(t); inner isa DataType && inner.name.name === :Vararg)

"Stands for `Union{}` among argument types: newer versions refuse tuple types with an empty element."
abstract type NoValue end

"Whether there are values of all these types, so that a tuple type can be made of them."
have_values(types) = all(t -> t !== Union{}, types)

"The only instance of a type, as `Some`, or `nothing`."
function only_instance(@nospecialize(t))
    if t isa DataType && t.name === Type.body.name
        parameter = t.parameters[1]
        return parameter isa Type && !has_free_variables(parameter) ? Some{Any}(parameter) : nothing
    end
    return t isa DataType && isdefined(t, :instance) ? Some{Any}(t.instance) : nothing
end

has_free_variables(@nospecialize(t)) = t isa TypeVar || ccall(:jl_has_free_typevars, Cint, (Any,), t) != 0

"Whether instances of a `DataType` are mutable; versions differ in where they keep it."
is_mutable_type(t::DataType) = hasfield(DataType, :mutable) ? t.mutable : ismutabletype(t)

"A name of a module, as it is now: what was defined while a function runs is newer than the function, and newer versions keep it from it."
newest(m::Module, name::Symbol) = Base.invokelatest(getfield, m, name)
