//! What a name stands for: in the program, and in the code of the prelude.
//!
//! A program sees what the prelude defines, and may define a function of the same name. That is a function of its own,
//! as in Julia: the whole program means it, and nothing changes for the prelude.
//!
//! ```julia
//! sign(x) = x > 0 ? "plus" : "minus"         # a new function
//! f(x) = (sign(x), Base.sign(x), cld(x, 2))  # the program's, the prelude's; `cld` goes on to call the prelude's
//! import Base: length
//! length(p::Path) = 3                        # a method of the prelude's function, as `Base.length(p::Path) = 3` is
//! ```
//!
//! Such a function has a symbol of its own ([`TypeTable::own_function`]), so that whatever goes by the name of a function of
//! the prelude does not mean it. It is shown under its plain name. So has a type whose name is that of a type that Base does not
//! export: `struct Generator` ([`TypeTable::own_type`]).
//!
//! | code | where a name without a module is looked for |
//! |---|---|
//! | of the program, its rules | the program, then the prelude |
//! | of the prelude, of the rule library; `Base.name` | the prelude, then the program |
//!
//! [`TypeTable::own_function`]: crate::types::TypeTable::own_function
//! [`TypeTable::own_type`]: crate::types::TypeTable::own_type

use super::source::is_qualified;
use super::{Binding, Embedded, Loading};
use crate::diag::{Diagnostic, Source};
use crate::interp::native;
use crate::interp::Value;
use crate::ir::Type;
use crate::sym::{s, Sym};
use crate::syntax::ast::Ast;
use crate::syntax::lower::item::{Import, Item};

/// A global by name.
pub(super) enum Found {
    /// A function, a type, a module, a `const`.
    Constant(Value),
    /// A variable, and its value at the moment.
    Variable(Value),
}

impl Embedded {
    /// What code of a module means by a name; without a module it is the program's.
    pub(super) fn look_up(&self, module: Option<Sym>, name: Sym) -> Option<Found> {
        let bound = |binding: &Binding| match binding {
            Binding::Constant(value) => Found::Constant(value.clone()),
            Binding::Variable(value) => Found::Variable(value.clone()),
        };
        // Not exported: `Box` is whatever the program says that it is.
        let name = match (module, name.as_str()) {
            (Some(s::CORE), "Box") => Sym::new("Core.Box"),
            _ => name,
        };
        let program = self.globals.get(&name).map(bound);
        let prelude = self.prelude_globals.get(&name).map(bound);
        let of_prelude = || prelude.or_else(|| self.named_constant(name).map(Found::Constant));
        if self.is_of_the_program(module) {
            let own = || self.types.own_function(name).map(Value::Function);
            let own_type = || self.types.own_type(name).map(Value::Type);
            program
                .or_else(|| own().or_else(own_type).map(Found::Constant))
                .or_else(of_prelude)
        } else {
            of_prelude().or(program)
        }
    }

    /// The value of a global that is bound to one; functions and types are not.
    pub(super) fn bound_value(&self, name: Sym) -> Option<&Value> {
        let binding = self.globals.get(&name);
        match binding.or_else(|| self.prelude_globals.get(&name))? {
            Binding::Constant(value) | Binding::Variable(value) => Some(value),
        }
    }

    /// The globals that the program sees by their plain names.
    pub(super) fn seen_globals(&self) -> impl Iterator<Item = (Sym, &Binding)> {
        let own = self.globals.iter().map(|(&name, binding)| (name, binding));
        let of_prelude = self.prelude_globals.iter();
        own.chain(
            of_prelude
                .filter(|(name, _)| !self.is_hidden(**name))
                .map(|(&name, binding)| (name, binding)),
        )
    }

    /// Whether the program means something of its own by a name of the prelude.
    pub(super) fn is_hidden(&self, name: Sym) -> bool {
        self.globals.contains_key(&name)
            || self.types.own_function(name).is_some()
            || self.types.own_type(name).is_some()
    }

    /// The type that a definition in this module means by a name.
    pub(super) fn type_named(&self, module: Option<Sym>, name: Sym) -> Option<Type> {
        let is_own = self.loading == Loading::Program && self.is_of_the_program(module);
        let own = is_own.then(|| self.types.own_type(name)).flatten();
        own.or_else(|| self.types.named(name))
    }

    /// The symbol that a definition declares a type under: one of its own where the prelude has a type of this name that a
    /// program does not see without its module.
    pub(super) fn type_to_define(&self, name: Sym) -> Sym {
        let of_prelude = self
            .types
            .family_named(name)
            .is_some_and(|family| family.as_u32() < self.prelude_types);
        if self.loading == Loading::Program && of_prelude && is_qualified(name.as_str()) {
            return self.types.own_type_symbol(name);
        }
        name
    }

    fn is_of_the_program(&self, module: Option<Sym>) -> bool {
        module.is_none_or(|module| module == s::MAIN || self.own_modules.contains(&module))
    }

    /// A name that is a constant without being bound to a value: a type, a function, a module. Of two functions of one name
    /// it is the prelude's.
    pub(super) fn named_constant(&self, name: Sym) -> Option<Value> {
        if let Some(ty) = self.types.named(name) {
            return Some(Value::Type(ty));
        }
        if self.functions.contains(&name) || native::lookup(name.as_str()).is_some() {
            return Some(Value::Function(name));
        }
        let is_module = matches!(name, s::BASE | s::CORE | s::MAIN) || self.modules.contains(&name);
        is_module.then_some(Value::Module(name))
    }

    /// The symbol of the function that a definition in this module gives a method: a new one where the program defines what
    /// the prelude has as well, and neither says the module nor imports the name.
    pub(super) fn symbol_to_define(
        &mut self,
        module: Option<Sym>,
        name: Sym,
    ) -> Result<Sym, String> {
        if self.loading == Loading::Program && self.is_of_the_program(module) {
            if let Some(own) = self.types.own_function(name) {
                return Ok(own);
            }
            let is_prelude =
                self.prelude_functions.contains(&name) || native::lookup(name.as_str()).is_some();
            if let (true, Some(module)) = (is_prelude, self.used.get(&name)) {
                return Err(format!(
                    "function {module}.{name} must be explicitly imported to be extended"
                ));
            }
            if is_prelude && !self.imported.contains(&name) {
                let own = self.types.add_own_function(name);
                self.functions.insert(own);
                return Ok(own);
            }
        }
        self.functions.insert(name);
        Ok(name)
    }

    /// `import Base: length`: its definitions are methods of the prelude's function. `using Base: length` only names it.
    pub(super) fn import(&mut self, import: &Import) {
        let modules = match &import.from {
            Some(from) => std::slice::from_ref(from),
            None => &import.paths[..],
        };
        for path in modules {
            self.modules.extend(path.iter().copied());
        }
        for path in &import.paths {
            let whole = import.from.iter().flatten().chain(path);
            let whole: Vec<Sym> = whole.copied().collect();
            let [module, .., name] = whole[..] else {
                continue;
            };
            if module == s::DOT || self.is_of_the_program(Some(module)) {
                continue;
            }
            if import.using {
                self.used.insert(name, module);
            } else {
                self.used.remove(&name);
                self.imported.insert(name);
            }
        }
    }

    /// Loads a file of the rule library: its code means the prelude where the program has functions of the same names.
    pub fn load_library(&mut self, source: Source) -> Vec<Diagnostic> {
        self.library.push(source.clone());
        let outer = std::mem::replace(&mut self.loading, Loading::Library);
        let diagnostics = self.load(source);
        self.loading = outer;
        diagnostics
    }

    /// The module that names of a text without one belong to; none is the program.
    pub(super) fn home_of(&self, source: &Source) -> Option<Sym> {
        let is_library = self.library.iter().any(|known| known == source);
        is_library.then_some(s::BASE)
    }

    /// Says of the names in code of the prelude and of the library that they are the prelude's.
    pub(super) fn settle_names(&self, item: &mut Item) {
        if self.loading == Loading::Program {
            return;
        }
        match item {
            Item::Method(method) => method.code.settle_names(s::BASE),
            Item::Global(global) => global.code.settle_names(s::BASE),
            Item::Thunk(thunk) => thunk.code.settle_names(s::BASE),
            Item::If(conditional) => conditional.condition.settle_names(s::BASE),
            _ => {}
        }
    }

    /// Compiles or evaluates for a text, in the module that its names belong to.
    pub(super) fn at_home<R>(&mut self, ast: &Ast, run: impl FnOnce(&mut Embedded) -> R) -> R {
        let loading = match self.home_of(&ast.source) {
            Some(_) => Loading::Library,
            None => Loading::Program,
        };
        let outer = std::mem::replace(&mut self.loading, loading);
        let result = run(self);
        self.loading = outer;
        result
    }
}
