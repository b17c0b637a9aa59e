# Sides of rules, lowered by Julia itself.
#
#     (~x)^2        Core.apply_type(Base.Val, 2), (%1)(), Base.literal_pow(^, ~x, %2)
#
# A side is lowered as the body of a function of its variables, so that it becomes the calls that the same text becomes in
# a program, on whatever version runs. Straight-line code goes to the library as the words of a request; control
# flow is no part of a rule.

"Answers `LOWER`: what is wrong with a side is an answer, not a failure of the session."
function answer_lower(s, words, text)
    parts = split(text, '\0')
    parameters = map(Symbol, parts[1:words[1]])
    return try
        body = parse_side(join(parts[words[1] + 1:end], '\0'))
        code = lowered_function(s.home, parameters, body)
        append!(s.words, side_words(s, code, length(parameters) + 1))
        true
    catch err
        empty!(s.words)
        give_text!(empty_text!(s), sprint(showerror, err))
    end
end

empty_text!(s) = (empty!(s.text); s)

"""
The expression of a side, whose variables are spelled `var"~x"`. In `var"~x"'`, newer versions take the quote for the beginning of a
character; parentheses say what it is.
"""
parse_side(text::AbstractString) = Meta.parse(replace(text, r"(var\"~\w+\")'" => s"(\1)'"))

"The code of `function (parameters...) body end`, untyped."
function lowered_function(home::Module, parameters::Vector{Symbol}, @nospecialize(body))
    definition = Expr(:function, Expr(:call, gensym(:rule), parameters...), Expr(:block, with_globals(home, body)))
    lowered = Meta.lower(home, definition)
    lowered isa Expr && lowered.head === :error && error(join(lowered.args, ' '))
    if lowered isa Expr && lowered.head === :thunk
        methods = Any[x for x in lowered.args[1].code if x isa Expr && x.head === :method && length(x.args) == 3]
        length(methods) == 1 && methods[1].args[3] isa Core.CodeInfo && return methods[1].args[3]
    end
    error("a side of a rule defines nothing")
end

"`Module.name` as the global that it is: lowering would make it a call."
function with_globals(home::Module, @nospecialize(x))
    x isa Expr || return x
    if x.head === :. && length(x.args) == 2 && x.args[2] isa QuoteNode && x.args[2].value isa Symbol
        m = module_of(home, x.args[1])
        m === nothing || return GlobalRef(m, x.args[2].value)
    end
    return Expr(x.head, Any[with_globals(home, a) for a in x.args]...)
end

function module_of(home::Module, @nospecialize(x))
    if x isa Expr && x.head === :. && length(x.args) == 2 && x.args[2] isa QuoteNode
        outer = module_of(home, x.args[1])
        outer === nothing || (home = outer; x = x.args[2].value)
    end
    x isa Symbol && isdefined(home, x) && isconst(home, x) || return x === :Core ? Core : nothing
    value = getfield(home, x)
    return value isa Module ? value : nothing
end

"The words of straight-line code; its names are the text of the answer."
function side_words(s, code::Core.CodeInfo, nargs::Int)
    tables = s.tables
    names, statements, count, globals = String[], Int32[], 0, Dict{Int,GlobalRef}()
    name(n) = (push!(names, string(n)); Int32(length(names) - 1))
    none = Wire.NONE
    function operand(@nospecialize(x))
        # Newer versions read a global in a statement of its own before they call it.
        x isa Core.SSAValue && haskey(globals, x.id) && return global_operand(s, globals[x.id], name)
        x isa Core.SSAValue && return Int32[Wire.Operand.STMT, x.id - 1]
        is_slot(x) && return Int32[Wire.Operand.SLOT, slot_number(x) - 1]
        x isa GlobalRef && return global_operand(s, x, name)
        x isa Symbol && return global_operand(s, GlobalRef(s.home, x), name)
        x isa Expr && error("`", x.head, "` is no part of a rule")
        return Int32[Wire.Operand.CONST, constant_handle!(tables, x isa QuoteNode ? x.value : x)]
    end
    operands(xs) = foldl(append!, map(operand, xs); init=Int32[length(xs)])
    function emit(kind, body)
        push!(statements, 5 + length(body), kind, none, none, 0)
        append!(statements, body)
        count += 1
    end
    for x in code.code
        value = as_return(x)
        if value !== nothing
            emit(Wire.Stmt.RETURN, operand(something(value)))
        elseif as_jump(x) !== nothing || as_branch(x) !== nothing || as_enter(x) !== nothing
            error("control flow is no part of a rule: `&&`, `||`, `? :` and chained comparisons")
        elseif x isa NewvarNode_ || x isa LineNumberNode || x === nothing || (x isa Expr && x.head in (:meta, :line))
            emit(Wire.Stmt.VALUE, operand(nothing))
        elseif x isa Expr && x.head === :call
            emit(Wire.Stmt.CALL, vcat(operand(x.args[1]), operands(x.args[2:end])))
        elseif x isa Expr && x.head === :new
            emit(Wire.Stmt.NEW, vcat(operand(x.args[1]), operands(x.args[2:end])))
        elseif x isa Expr && x.head === :(=) && is_slot(x.args[1]) && !(x.args[2] isa Expr)
            emit(Wire.Stmt.ASSIGN, vcat(Int32[slot_number(x.args[1]) - 1], operand(x.args[2])))
        elseif x isa Expr
            error("`", x.head, "` is no part of a rule")
        else
            emit(Wire.Stmt.VALUE, operand(x))
            x isa GlobalRef && (globals[count] = x)
        end
    end
    any = type_handle!(tables, Any)
    slots = foldl(append!, (Int32[name(n), none] for n in code.slotnames); init=Int32[])
    side = name(:rule)
    head = Int32[Wire.MAGIC, Wire.VERSION, length(names), length(tables.types), length(tables.constants), side, 0, nargs,
                 length(code.slotnames), 0, count, any]
    give_text!(s, join(string(n, '\0') for n in names))
    return vcat(head, fill(any, nargs), slots, statements)
end

"A global of a side: what the rule's module lacks is looked for in `Base` and `Core`, where lowering finds its names."
function global_operand(s, ref::GlobalRef, name)
    for m in (ref.mod, Base, Core)
        isdefined(m, ref.name) || continue
        isconst(m, ref.name) || break
        value = getfield(m, ref.name)
        # By name, so that the library sees through a splat.
        (value === Core.tuple || value === Core._apply_iterate) &&
            return Int32[Wire.Operand.GLOBAL, name(:Core), name(ref.name)]
        handle = constant_handle!(s.tables, value)
        get!(s.tables.globals, handle, GlobalRef(m, ref.name))
        return Int32[Wire.Operand.CONST, handle]
    end
    return Int32[Wire.Operand.GLOBAL, Wire.NONE, name(ref.name)]
end
