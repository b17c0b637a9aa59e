# Numbers of the wire format, made from crates/saturate-capi/src/wire.rs, which describes them; tests/boundary.rs there writes this file.

"The words that cross the boundary to the shared library."
module Wire

const MAGIC = Int32(1396790321)
const VERSION = Int32(10)
const NONE = Int32(-1)
const GIVEN = Int32(-2)
const FUNCTION_VARARG = Int32(1)
const FUNCTION_HAS_SELF = Int32(2)
const EFFECTS_OF_BODY = Int32(65536)
const CALLS_LATER = Int32(131072)
const STATEMENT_INBOUNDS = Int32(1)
const STATEMENT_LINE = 8

module Stmt
const ASSIGN = Int32(0)
const VALUE = Int32(1)
const CALL = Int32(2)
const NEW = Int32(3)
const OPAQUE = Int32(4)
const GOTO = Int32(5)
const GOTO_IF_NOT = Int32(6)
const RETURN = Int32(7)
const UNREACHABLE = Int32(8)
const ENTER = Int32(9)
const LEAVE = Int32(10)
const POP_EXCEPTION = Int32(11)
end

module Operand
const STMT = Int32(0)
const SLOT = Int32(1)
const CONST = Int32(2)
const STATIC = Int32(3)
const GLOBAL = Int32(4)
end

module Inst
const CALL = Int32(0)
const NEW = Int32(1)
const PI = Int32(2)
const OPAQUE = Int32(3)
const GET_GLOBAL = Int32(4)
const GET_SLOT = Int32(5)
const SET_SLOT = Int32(6)
const IS_DEFINED = Int32(7)
const LEAVE = Int32(8)
const POP_EXCEPTION = Int32(9)
end

module Term
const JUMP = Int32(0)
const BRANCH = Int32(1)
const RETURN = Int32(2)
const UNREACHABLE = Int32(3)
const ENTER = Int32(4)
end

module Ask
const SUBTYPE = Int32(0)
const JOIN = Int32(1)
const TYPEJOIN = Int32(2)
const UNION_TYPES = Int32(3)
const NARROW = Int32(4)
const SINGLETON = Int32(5)
const MAY_BE_MUTABLE = Int32(6)
const TYPE_OF = Int32(7)
const AS_TYPE = Int32(8)
const AS_BOOL = Int32(9)
const LITERAL = Int32(10)
const GLOBAL = Int32(11)
const BUILTIN = Int32(12)
const CALL = Int32(13)
const NEW_OBJECT = Int32(14)
const OPAQUE = Int32(15)
const SHOW_TYPE = Int32(16)
const SHOW_CONSTANT = Int32(17)
const PARSE_TYPE = Int32(18)
const PARSE_CONSTANT = Int32(19)
const PLAIN_ELEMENTS = Int32(20)
const NDIMS = Int32(21)
const COMPILE = Int32(22)
const EVALUATE = Int32(23)
const DECLARE_EFFECTS = Int32(24)
const LOWER = Int32(25)
const METHOD_BODY = Int32(26)
const SNAPSHOT = Int32(27)
const BODY_EFFECTS = Int32(28)
const WRITES_FIRST_ONLY = Int32(29)
const SOURCE = Int32(30)
const MOST_ARGUMENTS = Int32(31)
const CALLEE = Int32(32)
const FIELD = Int32(33)
const DECLARE = Int32(34)
const DEFINE = Int32(35)
const HANDED_OVER = Int32(36)
const CONVERTED = Int32(37)
const MEMO = Int32(38)
const COVERS = Int32(39)
const MAY_RUN_OWN = Int32(40)
const IS_OF_LIBRARY = Int32(41)
const SAYS_ALL = Int32(42)
end

module Global
const CONSTANT = Int32(0)
const VARIABLE = Int32(1)
const UNDEFINED = Int32(2)
end

module Builtin
const ISA = Int32(0)
const EGAL = Int32(1)
const NOT = Int32(2)
const ASSUME = Int32(3)
end

module Literal
const NOTHING = Int32(0)
const BOOL = Int32(1)
const INT = Int32(2)
const UINT = Int32(3)
const INT128 = Int32(4)
const FLOAT64 = Int32(5)
const FLOAT32 = Int32(6)
const CHAR = Int32(7)
const STRING = Int32(8)
const SYMBOL = Int32(9)
end

module Status
const OK = Int32(0)
const NO_ANSWER = Int32(1)
const FAILED = Int32(2)
const BAD_REQUEST = Int32(3)
const BAD_CODE = Int32(4)
const INTERNAL = Int32(5)
const BAD_RULES = Int32(6)
end

end # module Wire
