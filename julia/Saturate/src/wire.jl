# Numbers of the wire format. The format itself is described in crates/saturate-capi/src/wire.rs, with the same names.

"The words that cross the boundary to the shared library."
module Wire

const MAGIC = Int32(0x53415431)
const VERSION = Int32(4)
const NONE = Int32(-1)

const FUNCTION_VARARG = Int32(1)
const FUNCTION_HAS_SELF = Int32(2)
const EFFECTS_OF_BODY = Int32(1 << 16)
const CALLS_LATER = Int32(1 << 17)
const STATEMENT_INBOUNDS = Int32(1)
const STATEMENT_LINE = 8

module Stmt
const ASSIGN, VALUE, CALL, NEW, OPAQUE, GOTO, GOTO_IF_NOT, RETURN, UNREACHABLE, ENTER, LEAVE, POP_EXCEPTION =
    Int32.(0:11)
end

module Operand
const STMT, SLOT, CONST, STATIC, GLOBAL = Int32.(0:4)
end

module Inst
const CALL, NEW, PI, OPAQUE, GET_GLOBAL, GET_SLOT, SET_SLOT, IS_DEFINED, LEAVE, POP_EXCEPTION = Int32.(0:9)
end

module Term
const JUMP, BRANCH, RETURN, UNREACHABLE, ENTER = Int32.(0:4)
end

module Ask
const SUBTYPE, JOIN, TYPEJOIN, MEMBERS, NARROW, SINGLETON, MAY_BE_MUTABLE, TYPE_OF, AS_TYPE, AS_BOOL, LITERAL, GLOBAL,
    BUILTIN, CALL, NEW_OBJECT, OPAQUE, SHOW_TYPE, SHOW_CONSTANT, PARSE_TYPE, PARSE_CONSTANT, IS_EQUAL, NDIMS,
    COMPILE, EVALUATE, DECLARE_EFFECTS, LOWER, METHOD_BODY, SNAPSHOT, BODY_EFFECTS, WRITES_FIRST_ONLY =
    Int32.(0:29)
end

module Global
const CONSTANT, VARIABLE, UNDEFINED = Int32.(0:2)
end

module Builtin
const ISA, EGAL, NOT = Int32.(0:2)
end

module Literal
const NOTHING, BOOL, INT, UINT, INT128, FLOAT64, FLOAT32, CHAR, STRING, SYMBOL = Int32.(0:9)
end

module Status
const OK, NO_ANSWER, FAILED, BAD_REQUEST, BAD_CODE, INTERNAL, BAD_RULES = Int32.(0:6)
end

end # module Wire
