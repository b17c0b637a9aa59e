//! The embedded host: Julia-like types, methods, inference and execution in Rust, without Julia.
//!
//! | file | what |
//! |---|---|
//! | `load`, `include` | a file's definitions take effect, and those of the files that it includes |
//! | `stubs` | methods that are a signature, a result type and effects |
//! | `infer`, `builtins`, `promote` | result and effects of a call |
//! | `specialize`, `widen` | methods built for argument types; recursion ends |
//! | `bodies` | code of callees for the optimiser, and versions of functions that it made |
//! | `host` | the answers to the optimiser |
//! | `machine` | dispatch and execution |
//! | `checked` | runs that compare what happens with what was claimed |
//! | `names` | what a name stands for, in the program and in the prelude |
//! | `constants`, `text` | constants by handle, as Julia source and back |
//! | `source` | constants, types and functions as words of the program, for `--emit julia` |
//!
//! ```
//! use saturate_syntax::diag::Source;
//! use saturate_embedded::Embedded;
//! let mut host = Embedded::new();
//! let diagnostics = host.load(Source::new("example.jl", "twice(x) = 2x"));
//! assert!(diagnostics.is_empty());
//! let three = host.eval("twice(1.5)").unwrap();
//! assert_eq!(host.show(&three), "3.0");
//! ```
//!
//! The prelude (`prelude/*.jl`) defines the part of Base and LinearAlgebra that is there; a program's own file may add
//! to it, stubs included.

mod bodies;
mod builtins;
mod checked;
mod constants;
mod host;
mod include;
mod infer;
mod load;
mod machine;
mod named_tuples;
mod names;
mod promote;
mod source;
mod specialize;
mod stubs;
mod text;
mod widen;

pub use machine::{Output, Run, DEFAULT_FUEL};
pub use source::{Above, Words};
pub use specialize::Specialization;
pub use stubs::StubInfo;

use super::methods::{MethodId, MethodTable};
use super::types::{plain_name, TypeName, TypeTable};
use crate::diag::{Diagnostic, Source, Span};
use crate::host::Declared;
use crate::interp::code::Code;
use crate::interp::Value;
use crate::ir::slots::SlotCode;
use crate::ir::{Const, Type};
use crate::sym::Sym;
use crate::syntax::ast::{Ast, NodeId};
use constants::Constants;
use names::Found;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::PathBuf;
use std::rc::Rc;

/// The files of the prelude, in the order in which they are loaded.
macro_rules! prelude {
    ($($name:literal)*) => {
        [$((concat!("prelude/", $name, ".jl"), include_str!(concat!("../../prelude/", $name, ".jl")))),*]
    };
}

const PRELUDE: &[(&str, &str)] = &prelude!(
    "core" "numbers" "complex" "ranges" "iteration" "arrays" "broadcast" "linalg" "strings" "dicts" "printing"
);

/// The part of the prelude that is for programs with numbers of their own.
const PROMOTION: (&str, &str) = prelude!("promotion")[0];

/// What a global name is bound to.
enum Binding {
    Constant(Value),
    Variable(Value),
}

/// Whose text is being loaded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loading {
    Prelude,
    Library,
    Program,
}

/// What a method does.
#[derive(Clone)]
pub enum MethodBody {
    /// Its own code.
    Code(Rc<SlotCode>),
    /// A native function, or nothing that could run.
    Stub(Rc<StubInfo>),
}

/// A method beyond its signature.
#[derive(Clone)]
pub struct Method {
    /// The function's name.
    pub name: Sym,
    /// Whether the last argument collects the remaining ones.
    pub is_va: bool,
    /// Names of the `where` variables, outermost first.
    pub type_vars: Vec<Sym>,
    /// What it does.
    pub body: MethodBody,
    /// The function whose body it is, where that takes keyword arguments: it gets them in order, then the function, then
    /// the other arguments.
    pub body_of: Option<Sym>,
    /// `noinline`, `propagate_inbounds`, …
    pub annotations: Vec<Sym>,
    /// The text it is in.
    pub source: Source,
    /// Where in that text.
    pub span: Span,
    /// Whether the prelude defines it.
    pub prelude: bool,
}

/// A rule set in a file: `@rules name begin … end`.
#[derive(Clone)]
pub struct RuleSource {
    /// Its name.
    pub name: Sym,
    /// The tree it is in.
    pub ast: Rc<Ast>,
    /// The block of rules.
    pub body: NodeId,
    /// The statement.
    pub span: Span,
}

/// An entry point in a file: `@saturate rules f(::T, …)`.
#[derive(Clone)]
pub struct Entry {
    /// The tree it is in.
    pub ast: Rc<Ast>,
    /// The rule set, or an expression of rule sets.
    pub rules: NodeId,
    /// The call with types in place of arguments.
    pub call: NodeId,
    /// The statement.
    pub span: Span,
}

/// What inference may wrongly believe, so that tests can show what comes of it. Nothing, by default.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Beliefs {
    /// That every field of an immutable object is defined.
    pub fields_are_defined: bool,
    /// That an object that every path of a method returns stands for its calls.
    pub objects_are_values: bool,
}

/// The embedded host.
pub struct Embedded {
    types: TypeTable,
    constants: Constants,
    /// Globals of the program.
    globals: FxHashMap<Sym, Binding>,
    prelude_globals: FxHashMap<Sym, Binding>,
    functions: FxHashSet<Sym>,
    prelude_functions: FxHashSet<Sym>,
    modules: FxHashSet<Sym>,
    /// Modules that the program defines.
    own_modules: FxHashSet<Sym>,
    /// Names that the program imports: it defines methods for them, not functions of its own.
    imported: FxHashSet<Sym>,
    /// Names that the program only uses, and of which modules.
    used: FxHashMap<Sym, Sym>,
    /// Texts of the rule library.
    library: Vec<Source>,
    methods: MethodTable<Method>,
    /// Methods that are not the prelude's, by name, in order of definition.
    user_methods: FxHashMap<Sym, Vec<MethodId>>,
    singletons: FxHashMap<Type, Option<Const>>,
    type_sizes: FxHashMap<Type, u64>,
    /// Which types may lead to mutable memory, as of a generation.
    mutable: (u64, FxHashMap<Type, bool>),
    constant_types: FxHashMap<Const, Type>,
    inference: infer::Cache,
    compiled: FxHashMap<(MethodId, Vec<Option<Const>>), Rc<Code>>,
    versions: bodies::Versions,
    /// Raised by every definition; what was concluded before may be wrong after.
    generation: u64,
    loading: Loading,
    /// How many families of types the prelude has: those of the program follow.
    prelude_types: u32,
    /// The next number for generated names of closures.
    name_counter: u32,
    /// Code of rules.
    evaluators: Vec<Value>,
    /// Effects that rule sets declare; the last one that covers a call counts.
    declared: Vec<Declared>,
    /// Structs of which some constructor leaves fields undefined: how many it sets.
    incomplete: FxHashMap<TypeName, usize>,
    beliefs: Beliefs,
    /// Families of arrays that the program defines: their methods may do anything.
    user_arrays: Vec<TypeName>,
    /// Whether the program has numbers of its own, and so the methods that promote.
    promotes: bool,
    checking: checked::Checking,
    /// Output, fuel and the like of the current run.
    pub run: Run,
    /// Whether `include` reads files. Off where the program comes from someone who must not.
    pub follows_includes: bool,
    /// The files that are being included, the innermost last.
    including: Vec<PathBuf>,
    /// Rule sets of the loaded files, in order.
    pub rules: Vec<RuleSource>,
    /// Entry points of the loaded files, in order.
    pub entries: Vec<Entry>,
}

impl Default for Embedded {
    fn default() -> Embedded {
        Embedded::new()
    }
}

impl Embedded {
    /// A host with the prelude loaded.
    pub fn new() -> Embedded {
        let mut host = Embedded {
            types: TypeTable::new(),
            constants: Constants::default(),
            globals: FxHashMap::default(),
            prelude_globals: FxHashMap::default(),
            functions: FxHashSet::default(),
            prelude_functions: FxHashSet::default(),
            modules: FxHashSet::default(),
            own_modules: FxHashSet::default(),
            imported: FxHashSet::default(),
            used: FxHashMap::default(),
            library: Vec::new(),
            methods: MethodTable::new(),
            user_methods: FxHashMap::default(),
            singletons: FxHashMap::default(),
            type_sizes: FxHashMap::default(),
            mutable: (0, FxHashMap::default()),
            constant_types: FxHashMap::default(),
            inference: infer::Cache::default(),
            compiled: FxHashMap::default(),
            versions: bodies::Versions::default(),
            generation: 0,
            loading: Loading::Prelude,
            prelude_types: 0,
            name_counter: 0,
            evaluators: Vec::new(),
            declared: Vec::new(),
            incomplete: FxHashMap::default(),
            beliefs: Beliefs::default(),
            user_arrays: Vec::new(),
            promotes: false,
            checking: checked::Checking::default(),
            run: Run::default(),
            follows_includes: false,
            including: Vec::new(),
            rules: Vec::new(),
            entries: Vec::new(),
        };
        for &(name, text) in PRELUDE {
            host.load_prelude(name, text);
        }
        host.loading = Loading::Program;
        host.prelude_globals = std::mem::take(&mut host.globals);
        host.prelude_functions = host.functions.clone();
        host.prelude_types = host.types.family_count();
        host
    }

    fn load_prelude(&mut self, name: &str, text: &str) {
        let diagnostics = self.load(Source::new(name, text));
        debug_assert!(
            diagnostics.is_empty(),
            "the prelude does not load: {diagnostics:?}"
        );
    }

    /// Gives the program the methods that promote, once it has a number type or a rule of its own.
    fn load_promotion(&mut self) {
        if self.promotes || self.loading == Loading::Prelude {
            return;
        }
        self.promotes = true;
        let outer = std::mem::replace(&mut self.loading, Loading::Prelude);
        self.load_prelude(PROMOTION.0, PROMOTION.1);
        self.loading = outer;
    }

    /// Believes something without a reason, for tests of the tests.
    pub fn believe(&mut self, beliefs: Beliefs) {
        self.beliefs = beliefs;
        self.generation += 1;
    }

    /// The type table.
    pub fn type_table(&self) -> &TypeTable {
        &self.types
    }

    /// The value behind a constant.
    pub fn constant_value(&self, constant: Const) -> &Value {
        self.constants.get(constant)
    }

    /// The handle of a value.
    pub fn intern(&mut self, value: &Value) -> Const {
        self.constants.intern(value)
    }

    /// The signatures of a function's methods outside the prelude, in order of definition.
    pub fn user_methods(&self, name: Sym) -> &[MethodId] {
        self.user_methods.get(&name).map_or(&[], Vec::as_slice)
    }

    /// The name of a function, if it is the body of one that takes keyword arguments.
    pub fn keyword_body(&self, callee: Const) -> Option<Sym> {
        let Value::Function(name) = *self.constants.get(callee) else {
            return None;
        };
        let id = *self.user_methods(name).first()?;
        self.method(id).body_of.map(|_| name)
    }

    /// The effects that were declared last.
    pub fn declared(&self) -> &[Declared] {
        &self.declared
    }

    /// A method beyond its signature.
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods.method(id).payload
    }

    /// The methods of the prelude, in order of definition.
    pub fn prelude_methods(&self) -> Vec<MethodId> {
        self.methods
            .iter()
            .filter(|(_, method)| method.payload.prelude)
            .map(|(id, _)| id)
            .collect()
    }

    /// Names of the functions that the program defines, in order of definition.
    pub fn user_functions(&self) -> Vec<Sym> {
        let mut seen = FxHashSet::default();
        self.methods
            .iter()
            .filter(|(_, method)| !method.payload.prelude)
            .map(|(_, method)| method.payload.name)
            .filter(|&name| seen.insert(name))
            .collect()
    }

    /// The typed SSA form of the method that a call of `name` on these types runs.
    pub fn typed(&mut self, name: Sym, args: &[Type]) -> Result<Rc<Specialization>, Diagnostic> {
        let callee = match self.function(name) {
            Some(value) => self.dispatch_type_of(&value),
            None => return Err(self.unknown_function(name)),
        };
        let mut types = vec![callee];
        types.extend(args);
        // Abstract argument types may have several methods; the first that covers them all is shown.
        let matches = self.methods.matching(&self.types, &types);
        let covering = matches
            .methods
            .iter()
            .find(|found| found.covering.is_some());
        let Some(found) = covering.or(matches.methods.first()) else {
            let shown: Vec<String> = args.iter().map(|&of| self.types.show(of)).collect();
            let message = format!("no method of `{name}` takes ({})", shown.join(", "));
            return Err(Diagnostic::new(message).help(self.signatures_help(name)));
        };
        let method = found.method;
        if let MethodBody::Stub(_) = self.method(method).body {
            return Err(Diagnostic::new(format!(
                "`{name}` is a stub: it has no body to lower"
            )));
        }
        self.specialize(method, &types).map_err(|message| {
            let method = self.method(method);
            Diagnostic::at(
                &method.source,
                method.span,
                format!("cannot build `{name}`: {message}"),
            )
        })
    }

    /// Every method of the program, or of one of its functions, at its declared types.
    pub fn typed_as_declared(
        &mut self,
        name: Option<Sym>,
    ) -> Vec<Result<Rc<Specialization>, Diagnostic>> {
        let name = name.map(|name| self.types.own_function(name).unwrap_or(name));
        let methods: Vec<MethodId> = self
            .methods
            .iter()
            .filter(|(_, method)| !method.payload.prelude)
            .filter(|(_, method)| name.is_none_or(|name| method.payload.name == name))
            .filter(|(_, method)| matches!(method.payload.body, MethodBody::Code(_)))
            .map(|(id, _)| id)
            .collect();
        methods
            .into_iter()
            .map(|id| {
                let types = self.declared_types(id);
                self.specialize(id, &types).map_err(|message| {
                    let method = self.method(id);
                    let name = plain_name(method.name);
                    let message = format!("cannot build `{name}`: {message}");
                    Diagnostic::at(&method.source, method.span, message)
                })
            })
            .collect()
    }

    /// The types of a signature, that of the function first, its variables at their bounds; the collecting argument of a
    /// variadic method once.
    pub fn declared_types(&self, id: MethodId) -> Vec<Type> {
        let (mut body, variables) = self.types.unwrap_where(self.methods.method(id).sig);
        for &(variable, _, upper) in variables.iter().rev() {
            body = self.types.substitute(body, &[(variable, upper)]);
        }
        match self.types.data(body) {
            super::types::TypeData::Tuple(elements, _) => elements.to_vec(),
            _ => Vec::new(),
        }
    }

    /// The value that a name stands for, if it can be called.
    pub fn function(&self, name: Sym) -> Option<Value> {
        let (Found::Constant(value) | Found::Variable(value)) = self.look_up(None, name)?;
        (!matches!(value, Value::Module(_))).then_some(value)
    }

    /// What to say of a function that does not exist.
    pub fn unknown_function(&self, name: Sym) -> Diagnostic {
        let mut list: Vec<&str> = Vec::new();
        for (_, method) in self.methods.iter() {
            let method = &method.payload;
            let is_own = !method.prelude && self.home_of(&method.source).is_none();
            let known = plain_name(method.name);
            // Names with `#` are those of closures and keyword sorters.
            if is_own && !known.contains('#') && !list.contains(&known) {
                list.push(known);
            }
        }
        Diagnostic::new(format!("there is no function `{name}`")).help(if list.is_empty() {
            "the file defines no functions".to_string()
        } else {
            format!("the file defines {}", list.join(", "))
        })
    }

    fn signatures_help(&self, name: Sym) -> String {
        let symbol = self.types.own_function(name).unwrap_or(name);
        let shown: Vec<String> = self
            .user_methods(symbol)
            .iter()
            .map(|&id| self.types.show(self.methods.method(id).sig))
            .collect();
        if shown.is_empty() {
            format!("`{name}` has no methods here")
        } else {
            format!("its methods are {}", shown.join("; "))
        }
    }
}
