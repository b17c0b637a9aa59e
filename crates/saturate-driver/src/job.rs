//! One entry point: a function, the types of its arguments, its rules.
//!
//! A method with keyword arguments, called without any, only fills in their defaults and calls the method that has the code. What is
//! optimised then is that one:
//!
//! ```text
//! f(x; k = 1) = x + k       f(x) = #f#1(1, f, x)          the entry, which only passes defaults on
//!                           #f#1(k, f, x) = x + k         what is optimised; its result as Julia source is an f(x) again
//! ```
//!
//! Effects that the rules declare hold while the job is worked on, and no longer: another entry has other rules.

use crate::rules;
use crate::Errors;
use saturate::calls;
use saturate::diag::Diagnostic;
use saturate::host::Host;
use saturate::ir::julia;
use saturate::ir::{Inst, InstKind, Type};
use saturate::pipeline::{self, Optimized, Options, Outcome, Prepared};
use saturate::rules::rule::RuleSet;
use saturate::sym::{s, Sym};
use saturate::syntax::ast::NodeId;
use saturate_embedded::interp::Value;
use saturate_embedded::{Above, Embedded, Entry, Specialization, Words};
use std::rc::Rc;

/// What to optimise, with what.
pub struct Job {
    /// The function.
    pub name: Sym,
    /// The types of its arguments.
    pub types: Vec<Type>,
    /// The rules.
    pub rules: RuleSet,
}

/// The typed code of a job.
pub struct Typed {
    /// What is optimised.
    pub special: Rc<Specialization>,
    /// The method of the entry, where that only passes defaults of keyword arguments on.
    passes: Option<Passes>,
}

/// A method that only passes defaults of keyword arguments on.
struct Passes {
    special: Rc<Specialization>,
    /// Its call of the body.
    call: Inst,
}

/// A job that is done.
pub struct Done {
    /// The code before.
    pub typed: Typed,
    /// The code after.
    pub optimized: Optimized,
}

impl Done {
    /// What was done, in numbers.
    pub fn outcome(&self) -> &Outcome {
        &self.optimized.outcome
    }
}

/// The entry points of the loaded files, each with its rules and those that are given.
pub fn entry_points(given: Option<&RuleSet>, host: &mut Embedded) -> Result<Vec<Job>, Errors> {
    let mut jobs = Vec::new();
    for entry in host.entries.clone() {
        jobs.push(Job::of_entry(&entry, given, host)?);
    }
    Ok(jobs)
}

/// The rules of the first entry point of this name, and those that are given; none if there are neither.
pub fn rules_for(
    name: Sym,
    given: Option<RuleSet>,
    host: &mut Embedded,
) -> Result<Option<RuleSet>, Errors> {
    let entry = host.entries.iter().find(|entry| {
        let call = entry.ast.with_head(entry.call, s::CALL);
        call.is_some_and(|call| entry.ast.as_symbol(call[0]) == Some(name))
    });
    let own = match entry.cloned() {
        Some(entry) => Some(rules::of_expression(&entry.ast, entry.rules, host)?),
        None => None,
    };
    let all = own.into_iter().chain(given);
    Ok(all.reduce(|all, next| all.union(&next)))
}

impl Job {
    fn of_entry(
        entry: &Entry,
        given: Option<&RuleSet>,
        host: &mut Embedded,
    ) -> Result<Job, Errors> {
        let ast = &entry.ast;
        let error =
            |node: NodeId, message: &str| Diagnostic::at(&ast.source, ast.span(node), message);
        let mut rules = rules::of_expression(ast, entry.rules, host)?;
        if let Some(given) = given {
            rules = rules.union(given);
        }
        let Some([callee, args @ ..]) = ast.with_head(entry.call, s::CALL) else {
            return Err(error(entry.call, "expected a call with types, f(::T, …)").into());
        };
        let name = ast
            .as_symbol(*callee)
            .ok_or_else(|| error(*callee, "expected the name of a function"))?;
        let mut types = Vec::new();
        for &arg in args {
            match ast.with_head(arg, s::TYPED) {
                Some(&[.., of]) => types.push(host.type_of_syntax(ast, of)?),
                _ => return Err(error(arg, "expected a type, ::T").into()),
            }
        }
        Ok(Job { name, types, rules })
    }

    /// Does something while calls have the effects that the rules declare.
    pub fn within<T>(&self, host: &mut Embedded, work: impl FnOnce(&mut Embedded) -> T) -> T {
        let before = host.declared().to_vec();
        self.rules.declare(host);
        let result = work(host);
        host.declare_effects(&before);
        result
    }

    /// The typed code: that of the method, or, where this only passes defaults of keyword arguments on, of the method that
    /// has the body. Effects are those that the host knows of: it is for use [within](Job::within) the job.
    pub fn typed(&self, host: &mut Embedded) -> Result<Typed, Diagnostic> {
        let special = host.typed(self.name, &self.types)?;
        let function = &special.function;
        let plain = Typed {
            special: special.clone(),
            passes: None,
        };
        let &[call] = &function.blocks[function.entry()].insts[..] else {
            return Ok(plain);
        };
        let is_call = matches!(function.insts[call].kind, InstKind::Call { .. });
        if function.layout.len() > 1 || !is_call {
            return Ok(plain);
        }
        let operands: Vec<_> = function.operands(call).collect();
        let callee = function.values[operands[0]].constant;
        let Some(body) = callee.and_then(|callee| host.keyword_body(callee)) else {
            return Ok(plain);
        };
        let types = operands[1..].iter().map(|&value| function.values[value].ty);
        Ok(Typed {
            special: host.typed(body, &types.collect::<Vec<_>>())?,
            passes: Some(Passes { special, call }),
        })
    }

    /// Optimises the job.
    pub fn optimize(&self, host: &mut Embedded, options: &Options) -> Result<Done, Diagnostic> {
        self.within(host, |host| {
            let typed = self.typed(host)?;
            let special = &typed.special;
            let (function, inferred) = (&*special.function, &*special.inferred);
            let callee = host.function(typed.name(self.name));
            let callee = callee.map(|value| host.intern(&value));
            let rules = &self.rules;
            let optimized = calls::optimize(function, inferred, callee, rules, host, options);
            Ok(Done { typed, optimized })
        })
    }

    /// Optimises the job for [source](Job::source): that takes the place of what it was made from, so calls of the function in it go to the
    /// new one.
    pub fn optimize_as_source(
        &self,
        host: &mut Embedded,
        options: &Options,
    ) -> Result<Done, Diagnostic> {
        let done = self.optimize(host, options)?;
        if options.goes_on || !self.calls_itself(&done, host) {
            return Ok(done);
        }
        let goes_on = Options {
            goes_on: true,
            ..options.clone()
        };
        self.optimize(host, &goes_on)
    }

    /// Whether the result may call the function that it was made from, over whatever it calls. One that takes the place of that is its own caller.
    fn calls_itself(&self, done: &Done, host: &mut Embedded) -> bool {
        let names = [self.name, done.typed.name(self.name)];
        let functions: Vec<_> = names
            .iter()
            .filter_map(|&name| host.function(name))
            .collect();
        let functions: Vec<_> = functions.iter().map(|value| host.intern(value)).collect();
        let versions = done.optimized.through.versions.iter();
        let code = std::iter::once(&done.optimized.function)
            .chain(versions.map(|version| &version.function))
            .map(|function| Rc::new(function.clone()));
        calls::leads_to(code.collect(), &functions, host)
    }

    /// The saturated e-graph of the job, and its extraction problem. Both ask the host, so what the rules declare goes on to hold.
    pub fn prepare<'h>(
        &self,
        host: &'h mut Embedded,
        options: &Options,
    ) -> Result<Prepared<'h>, Diagnostic> {
        self.rules.declare(host);
        let special = self.typed(host)?.special;
        let (function, inferred) = (&*special.function, &*special.inferred);
        Ok(pipeline::prepare(
            function,
            inferred,
            &self.rules,
            host,
            options,
        ))
    }

    /// The result as Julia source, behind the definitions that it needs; `above` remembers those that are written already.
    pub fn source(
        &self,
        done: &Done,
        above: &mut Above,
        host: &mut Embedded,
    ) -> Result<String, String> {
        // What a function that cannot be written would have needed, nobody needs.
        let mut trial = above.clone();
        let passes = done.typed.passes.as_ref();
        let head = julia::Head {
            name: self.name,
            object: None,
            passes: passes.map(|passes| (&*passes.special.function, passes.call)),
        };
        let mut words = Words::new(host, &mut trial, self.name);
        let mut sources = Vec::new();
        for version in &done.optimized.through.versions {
            let name = words.name(version.declared);
            let head = julia::Head {
                name,
                object: None,
                passes: None,
            };
            sources.push(julia::source(&version.function, &head, &mut words)?);
        }
        sources.push(julia::source(&done.optimized.function, &head, &mut words)?);
        let mut lines = trial.take();
        *above = trial;
        lines.append(&mut sources);
        Ok(lines.join("\n"))
    }
}

impl Typed {
    /// The name of the function that is optimised where the entry has this one.
    fn name(&self, entry: Sym) -> Sym {
        match self.passes {
            Some(_) => self.special.function.name,
            None => entry,
        }
    }

    /// What the optimised function is called with where the entry is called with these values.
    pub fn arguments(&self, values: &[Value], host: &Embedded) -> Vec<Value> {
        let Some(passes) = &self.passes else {
            return values.to_vec();
        };
        let function = &passes.special.function;
        let params = function.params(function.entry());
        let own = usize::from(function.has_self);
        let passed = function.operands(passes.call).skip(1);
        passed
            .map(|value| match function.values[value].constant {
                Some(constant) => host.constant_value(constant).clone(),
                // The function itself has no value here.
                None => (params.iter().position(|&param| param == value))
                    .and_then(|at| values.get(at.checked_sub(own)?))
                    .map_or(Value::Nothing, Value::clone),
            })
            .collect()
    }
}
