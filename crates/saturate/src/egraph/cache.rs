//! The host's answers, remembered.
//!
//! Saturation asks the same few questions thousands of times: is this member under that type, what does this call on
//! these members return. Answers of a host are stable, so each is asked once.

use crate::effects::CallKind;
use crate::host::{Argument, CallInfo, Evaluator, Global, Host, Known, LOOK_AT_TYPES};
use crate::ir::{Const, Type};
use crate::sym::{s, Sym};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// What is called, then the arguments, each in one word; an object that is made has its type in front.
#[derive(Clone, PartialEq, Eq, Default)]
struct CallKey(SmallVec<[u64; 4]>);

impl Hash for CallKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Word by word: a slice would be hashed as bytes, which is slower than the look-up itself.
        for &word in &self.0 {
            state.write_u64(word);
        }
    }
}

impl CallKey {
    fn set(&mut self, words: impl Iterator<Item = u64>) {
        self.0.clear();
        self.0.extend(words);
    }
}

/// Type and value in one word; never 0.
pub(super) fn pack(known: Known) -> u64 {
    (u64::from(known.ty.as_u32()) + 1) << 32
        | known.constant.map_or(0, |it| u64::from(it.as_u32()) + 1)
}

/// A host with a memory.
pub struct HostCache<'h> {
    /// The host itself, for what is asked rarely.
    pub host: &'h mut dyn Host,
    /// Both types in one word: matching asks this at every node.
    subtypes: FxHashMap<u64, bool>,
    joins: FxHashMap<(Type, Type), Type>,
    types: FxHashMap<Const, Type>,
    mutable: FxHashMap<Type, bool>,
    of_library: FxHashMap<Type, bool>,
    saying_all: FxHashMap<Type, bool>,
    /// The functions of [`LOOK_AT_TYPES`], once they are asked for.
    look_at_types: Option<SmallVec<[(Const, usize); LOOK_AT_TYPES.len()]>>,
    /// `nothing` and `missing`, once they are asked for.
    absent: Option<SmallVec<[Const; 2]>>,
    calls: FxHashMap<CallKey, Option<CallInfo>>,
    /// Calls of a known function: the first word is its number.
    known_calls: FxHashMap<CallKey, Option<CallInfo>>,
    /// The key at hand.
    key: CallKey,
    news: FxHashMap<CallKey, CallInfo>,
    evaluations: FxHashMap<(Evaluator, Vec<Argument>), Result<Option<Const>, String>>,
    /// How often the host was asked about a call.
    pub inferences: u64,
    /// How often two constants of one type met in a class: the rules contradict each other.
    pub contradictions: u64,
    /// How often a class had too many member types to keep apart.
    pub widenings: u64,
    /// How often a call had too many combinations of argument members to infer them all.
    pub truncations: u64,
}

impl<'h> HostCache<'h> {
    /// Nothing asked yet.
    pub fn new(host: &'h mut dyn Host) -> HostCache<'h> {
        HostCache {
            host,
            subtypes: FxHashMap::default(),
            joins: FxHashMap::default(),
            types: FxHashMap::default(),
            mutable: FxHashMap::default(),
            of_library: FxHashMap::default(),
            saying_all: FxHashMap::default(),
            look_at_types: None,
            absent: None,
            calls: FxHashMap::default(),
            known_calls: FxHashMap::default(),
            key: CallKey::default(),
            news: FxHashMap::default(),
            evaluations: FxHashMap::default(),
            inferences: 0,
            contradictions: 0,
            widenings: 0,
            truncations: 0,
        }
    }

    /// `a <: b`.
    pub fn subtype(&mut self, a: Type, b: Type) -> bool {
        if a == b {
            return true;
        }
        let key = u64::from(a.as_u32()) << 32 | u64::from(b.as_u32());
        if let Some(&known) = self.subtypes.get(&key) {
            return known;
        }
        let answer = self.host.subtype(a, b);
        self.subtypes.insert(key, answer);
        answer
    }

    /// The closest common supertype that is no union.
    pub fn typejoin(&mut self, a: Type, b: Type) -> Type {
        if a == b {
            return a;
        }
        let key = (a.min(b), a.max(b));
        let host = &mut self.host;
        *self
            .joins
            .entry(key)
            .or_insert_with(|| host.typejoin(key.0, key.1))
    }

    /// Type and value of a constant.
    pub fn constant(&mut self, constant: Const) -> Known {
        let host = &mut self.host;
        let ty = *self
            .types
            .entry(constant)
            .or_insert_with(|| host.type_of(constant));
        Known {
            ty,
            constant: Some(constant),
        }
    }

    /// At the types of how many arguments, from the first on, a call looks. Whether something is `nothing` is the same of all that it equals: `known` are the values of
    /// arguments that are known.
    pub fn looks_at_types(
        &mut self,
        callee: Const,
        mut known: impl Iterator<Item = Const>,
    ) -> usize {
        let count = self.looks_at_types_in_general(callee);
        match count == 2 && known.any(|constant| self.is_absent(constant)) {
            true => 0,
            false => count,
        }
    }

    fn looks_at_types_in_general(&mut self, callee: Const) -> usize {
        let host = &mut self.host;
        let known = self.look_at_types.get_or_insert_with(|| {
            let base = Some(Sym::new("Base"));
            let functions = LOOK_AT_TYPES.iter().filter_map(|&(name, count)| {
                match host.global(base, Sym::new(name)) {
                    Global::Constant(function) => Some((function, count)),
                    Global::Variable(_) | Global::Undefined => None,
                }
            });
            functions.collect()
        });
        let of = known.iter().find(|(function, _)| *function == callee);
        of.map_or(0, |&(_, count)| count)
    }

    /// Whether a constant is `nothing` or `missing`.
    fn is_absent(&mut self, constant: Const) -> bool {
        let host = &mut self.host;
        let known = self.absent.get_or_insert_with(|| {
            let base = Some(Sym::new("Base"));
            let values = ["nothing", "missing"].map(|name| host.global(base, Sym::new(name)));
            let values = values.into_iter().filter_map(|global| match global {
                Global::Constant(value) => Some(value),
                Global::Variable(_) | Global::Undefined => None,
            });
            values.collect()
        });
        known.contains(&constant)
    }

    /// Whether values of this type may reach mutable memory.
    pub fn may_be_mutable(&mut self, ty: Type) -> bool {
        let host = &mut self.host;
        *self
            .mutable
            .entry(ty)
            .or_insert_with(|| host.may_be_mutable(ty))
    }

    /// Whether every value of this type is an array whose elements hold no references.
    pub fn is_plain_array(&mut self, ty: Type) -> bool {
        let host = &mut self.host;
        let mut types = host.union_types(ty).into_iter();
        types.all(|ty| host.plain_elements(ty).is_some())
    }

    /// Whether nothing in a type is the program's.
    pub fn is_of_library(&mut self, ty: Type) -> bool {
        let host = &mut self.host;
        *(self.of_library.entry(ty)).or_insert_with(|| host.is_of_library(ty))
    }

    /// Whether a type says all of what is in its values.
    pub fn says_all(&mut self, ty: Type) -> bool {
        let host = &mut self.host;
        *(self.saying_all.entry(ty)).or_insert_with(|| host.says_all(ty))
    }

    /// Result and effects of a call; the callee comes first in `call`. `None` where there is no method.
    pub fn call(&mut self, call: &[Known]) -> Option<CallInfo> {
        self.key.set(call.iter().copied().map(pack));
        if let Some(&answer) = self.calls.get(&self.key) {
            return answer;
        }
        self.inferences += 1;
        let answer = self.host.call(call[0], &call[1..]);
        self.calls.insert(self.key.clone(), answer);
        answer
    }

    /// Whether a call of a known function has a method whatever values of these types its arguments are, as far as types that are no unions tell.
    pub fn covers(&mut self, callee: Const, args: &[Known]) -> bool {
        let is_union = |ty: Type| self.host.union_types(ty).len() > 1;
        if args.iter().map(|arg| arg.ty).any(is_union) {
            return true;
        }
        let callee = self.constant(callee);
        self.host.covers(callee, args)
    }

    /// Result and effects of a call of a known function.
    pub fn call_known(&mut self, callee: Const, args: &[Known]) -> Option<CallInfo> {
        let function = std::iter::once(u64::from(callee.as_u32()));
        self.key.set(function.chain(args.iter().copied().map(pack)));
        if let Some(&answer) = self.known_calls.get(&self.key) {
            return answer;
        }
        self.inferences += 1;
        let callee = self.constant(callee);
        let answer = self.host.call(callee, args);
        self.known_calls.insert(self.key.clone(), answer);
        answer
    }

    /// The same for arguments that are already [`pack`]ed, if it was asked before.
    #[inline]
    pub(super) fn recall(
        &mut self,
        callee: Const,
        args: impl Iterator<Item = u64>,
    ) -> Option<Option<CallInfo>> {
        let function = std::iter::once(u64::from(callee.as_u32()));
        self.key.set(function.chain(args));
        self.known_calls.get(&self.key).copied()
    }

    /// Runs the code of a rule, once for the same values: a mutable result is a new object each time it is computed.
    pub fn evaluate(
        &mut self,
        code: Evaluator,
        args: Vec<Argument>,
    ) -> Result<Option<Const>, String> {
        let key = (code, args);
        if let Some(answer) = self.evaluations.get(&key) {
            return answer.clone();
        }
        let answer = self.host.evaluate(key.0, &key.1);
        self.evaluations.insert(key, answer.clone());
        answer
    }

    /// The function `copy`, if it makes a fresh object of this type from one of this type.
    pub fn copy_of(&mut self, ty: Type) -> Option<Const> {
        let Global::Constant(copy) = self.host.global(Some(s::BASE), Sym::new("copy")) else {
            return None;
        };
        let info = self.call_known(copy, &[Known { ty, constant: None }])?;
        let copies = info.result.ty == ty
            && info.effects.is_fresh()
            && info.effects.kind() != CallKind::Effectful;
        copies.then_some(copy)
    }

    /// Result and effects of making an object; its type comes first.
    pub fn new_object(&mut self, parts: &[Known]) -> CallInfo {
        self.key.set(parts.iter().copied().map(pack));
        if let Some(&answer) = self.news.get(&self.key) {
            return answer;
        }
        self.inferences += 1;
        let answer = self.host.new_object(parts[0], &parts[1..]);
        self.news.insert(self.key.clone(), answer);
        answer
    }
}
