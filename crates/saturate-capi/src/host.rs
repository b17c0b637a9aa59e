//! The running session as a [`Host`].
//!
//! The optimiser's questions become words, go through one callback ([`Session::ask`]), and the answers are remembered:
//! a question is asked once per request. One callback for all questions, told apart by a number, so that a new
//! question changes no layout, and so that there is one place on either side where failures are caught.
//!
//! A [`Host`] cannot fail, a session can (its code may throw). The first failure is kept, every later answer is the
//! one that promises least, and [`SessionHost::finish`] turns the failure into the request's error: nothing computed
//! from such answers leaves the library.

use crate::bodies::Bodies;
use crate::decode::decode;
use crate::encode::{encode, Response};
use crate::pipeline::Failure;
use crate::wire::{self, ask};
use cranelift_entity::packed_option::ReservedValue;
use rustc_hash::FxHashMap;
use saturate::diag::Source;
use saturate::effects::Effects;
use saturate::host::{
    Argument, Body, Builtin, CallInfo, Declared, Evaluator, Global, Host, Known, Memo, NoBody,
    Takes,
};
use saturate::ir::slots::{Literal, SlotCode};
use saturate::ir::{Const, Function, Narrowing, Type};
use saturate::sym::Sym;
use saturate::syntax::ast::{Ast, NodeId};
use saturate::syntax::print;

/// Why a session gives no code: it says so in the words of the reasons that have a meaning of their own.
fn no_body(said: String) -> NoBody {
    let meant = [
        NoBody::SeveralMethods,
        NoBody::BuiltIn,
        NoBody::Library,
        NoBody::NotInlined,
    ];
    let mut meant = meant.into_iter();
    (meant.find(|reason| reason.to_string() == said)).unwrap_or(NoBody::Unreadable(said))
}

/// What the session says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Words and text, as the question defines them.
    Answer(Vec<i32>, Vec<u8>),
    /// There is no answer; not a failure.
    NoAnswer,
    /// Something went wrong.
    Failed(String),
}

/// Where the answers come from.
pub trait Session {
    /// Answers one question of [`wire::ask`].
    fn ask(&mut self, question: i32, words: &[i32], text: &[u8]) -> Reply;
}

/// Types that every session has.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct FixedTypes {
    /// `Any`.
    pub any: i32,
    /// `Union{}`.
    pub bottom: i32,
    /// `Bool`.
    pub bool: i32,
}

impl FixedTypes {
    /// Handles of these types that can be none are refused.
    pub fn check(&self) -> Result<(), Failure> {
        if [self.any, self.bottom, self.bool].iter().any(|&ty| ty < 0) {
            return Err(Failure::new(
                wire::status::BAD_REQUEST,
                "the handles of Any, Union{} and Bool must not be negative",
            ));
        }
        Ok(())
    }
}

/// The words of an answer, if there is one.
type Words = Option<Box<[i32]>>;

/// A session, its answers remembered.
pub struct SessionHost<'a> {
    session: &'a mut dyn Session,
    fixed: FixedTypes,
    /// Answers by question number and words.
    remembered: FxHashMap<Box<[i32]>, Words>,
    /// Answers to questions about names, by question number and text.
    named: FxHashMap<(i32, Box<[u8]>), Words>,
    /// What looking into methods has found.
    pub(crate) bodies: Bodies,
    failure: Option<String>,
}

impl<'a> SessionHost<'a> {
    /// A host that has asked nothing yet.
    pub fn new(session: &'a mut dyn Session, fixed: FixedTypes) -> SessionHost<'a> {
        SessionHost {
            session,
            fixed,
            remembered: FxHashMap::default(),
            named: FxHashMap::default(),
            bodies: Bodies::default(),
            failure: None,
        }
    }

    /// The first failure of the session, if there was one.
    pub fn finish(self) -> Result<(), String> {
        match self.failure {
            Some(message) => Err(message),
            None => Ok(()),
        }
    }

    fn fail(&mut self, message: String) {
        self.failure.get_or_insert(message);
    }

    /// The words of a question about a call.
    pub(crate) fn call_words(callee: Known, args: &[Known]) -> Vec<i32> {
        let mut words = Vec::with_capacity(2 * args.len() + 2);
        push_known(&mut words, &callee);
        knowns(&words, args)
    }

    /// The source of the function at hand, if there is one.
    pub(crate) fn source(&mut self) -> Option<Source> {
        let (_, text) = self.ask(ask::SOURCE, &[], &[])?;
        let text = String::from_utf8(text).ok()?;
        let (name, text) = text.split_once('\0')?;
        Some(Source::by_lines(name, text))
    }

    /// Asks without remembering. A session that has failed is not asked again.
    pub(crate) fn ask(
        &mut self,
        question: i32,
        words: &[i32],
        text: &[u8],
    ) -> Option<(Vec<i32>, Vec<u8>)> {
        if self.failure.is_some() {
            return None;
        }
        match self.session.ask(question, words, text) {
            Reply::Answer(words, text) => Some((words, text)),
            Reply::NoAnswer => None,
            Reply::Failed(message) => {
                self.fail(message);
                None
            }
        }
    }

    /// Asks for `count` words and remembers them; `usize::MAX` accepts any number.
    fn words(&mut self, question: i32, words: &[i32], count: usize) -> Words {
        let mut key = Vec::with_capacity(words.len() + 1);
        key.push(question);
        key.extend_from_slice(words);
        if let Some(answer) = self.remembered.get(&key[..]) {
            return answer.clone();
        }
        let answer = self.ask(question, words, &[]).map(|(words, _)| words);
        let answer = self.checked(question, answer, count);
        self.remembered.insert(key.into(), answer.clone());
        answer
    }

    fn checked(&mut self, question: i32, answer: Option<Vec<i32>>, count: usize) -> Words {
        let answer = answer?;
        if count != usize::MAX && answer.len() != count {
            self.fail(format!(
                "the session answered question {question} with {} words, not {count}",
                answer.len()
            ));
            return None;
        }
        Some(answer.into())
    }

    fn one(&mut self, question: i32, words: &[i32]) -> Option<i32> {
        self.words(question, words, 1).map(|answer| answer[0])
    }

    fn named(&mut self, question: i32, words: &[i32], text: &[u8], count: usize) -> Words {
        let key = (question, Box::from(text));
        if let Some(answer) = self.named.get(&key) {
            return answer.clone();
        }
        let answer = self.ask(question, words, text).map(|(words, _)| words);
        let answer = self.checked(question, answer, count);
        self.named.insert(key, answer.clone());
        answer
    }

    fn text(&mut self, question: i32, handle: u32) -> String {
        match self.ask(question, &[handle as i32], &[]) {
            Some((_, text)) => String::from_utf8_lossy(&text).into_owned(),
            None => format!("#{handle}"),
        }
    }

    fn handle<T: ReservedValue>(&mut self, word: i32, make: fn(u32) -> T) -> Option<T> {
        match u32::try_from(word) {
            Ok(number) => Some(make(number)),
            Err(_) => {
                self.fail(format!("the session answered with the handle {word}"));
                None
            }
        }
    }

    fn type_from(&mut self, word: i32) -> Type {
        let any = self.fixed.any;
        self.handle(word, Type::from_u32)
            .unwrap_or_else(|| Type::from_u32(any as u32))
    }

    fn optional_type(&mut self, answer: Option<i32>) -> Option<Type> {
        self.handle(answer?, Type::from_u32)
    }

    fn optional_constant(&mut self, answer: Option<i32>) -> Option<Const> {
        self.handle(answer?, Const::from_u32)
    }

    /// A constant where one must come: a failure if none does. The handle is never looked at afterwards.
    fn constant_or_fail(&mut self, answer: Option<i32>, what: &str) -> Const {
        let constant = self.optional_constant(answer);
        constant.unwrap_or_else(|| {
            self.fail(format!("the session gave no {what}"));
            Const::from_u32(0)
        })
    }

    fn call_info(&mut self, answer: &[i32]) -> CallInfo {
        let ty = self.type_from(answer[0]);
        let constant = match answer[1] {
            wire::NONE => None,
            word => self.optional_constant(Some(word)),
        };
        let effects = u16::try_from(answer[2] & !(wire::EFFECTS_OF_BODY | wire::CALLS_LATER))
            .ok()
            .and_then(Effects::from_bits)
            .unwrap_or(Effects::UNKNOWN);
        CallInfo {
            result: Known { ty, constant },
            effects,
        }
    }

    fn unknown(&mut self) -> CallInfo {
        CallInfo {
            result: Known {
                ty: self.any(),
                constant: None,
            },
            effects: Effects::UNKNOWN,
        }
    }
}

fn push_known(words: &mut Vec<i32>, known: &Known) {
    words.push(known.ty.as_u32() as i32);
    words.push(
        known
            .constant
            .map_or(wire::NONE, |constant| constant.as_u32() as i32),
    );
}

fn knowns(first: &[i32], args: &[Known]) -> Vec<i32> {
    let mut words = first.to_vec();
    for known in args {
        push_known(&mut words, known);
    }
    words
}

/// Parameters and source of an expression, as [`ask::COMPILE`] and [`ask::LOWER`] want them.
fn source(ast: &Ast, body: NodeId, params: &[Sym]) -> String {
    let mut text = String::new();
    for param in params {
        text.push_str(param.as_str());
        text.push('\0');
    }
    text.push_str(&print::to_string(ast, body));
    text
}

fn pair(a: Type, b: Type) -> [i32; 2] {
    [a.as_u32() as i32, b.as_u32() as i32]
}

impl Host for SessionHost<'_> {
    fn any(&mut self) -> Type {
        Type::from_u32(self.fixed.any as u32)
    }

    fn bottom(&mut self) -> Type {
        Type::from_u32(self.fixed.bottom as u32)
    }

    fn bool(&mut self) -> Type {
        Type::from_u32(self.fixed.bool as u32)
    }

    fn subtype(&mut self, a: Type, b: Type) -> bool {
        a == b || self.one(ask::SUBTYPE, &pair(a, b)) == Some(1)
    }

    fn join(&mut self, a: Type, b: Type) -> Type {
        let bottom = self.bottom();
        if a == b || b == bottom {
            return a;
        }
        if a == bottom {
            return b;
        }
        let answer = self.one(ask::JOIN, &pair(a, b));
        self.type_from(answer.unwrap_or(self.fixed.any))
    }

    fn typejoin(&mut self, a: Type, b: Type) -> Type {
        if a == b {
            return a;
        }
        let answer = self.one(ask::TYPEJOIN, &pair(a, b));
        self.type_from(answer.unwrap_or(self.fixed.any))
    }

    fn union_types(&mut self, ty: Type) -> Vec<Type> {
        match self.words(ask::UNION_TYPES, &[ty.as_u32() as i32], usize::MAX) {
            Some(answer) if !answer.is_empty() => {
                answer.iter().map(|&word| self.type_from(word)).collect()
            }
            _ => vec![ty],
        }
    }

    fn narrow(&mut self, ty: Type, narrowing: Narrowing) -> Type {
        let (is, by) = match narrowing {
            Narrowing::Is(by) => (1, by),
            Narrowing::IsNot(by) => (0, by),
        };
        let words = [ty.as_u32() as i32, is, by.as_u32() as i32];
        match self.one(ask::NARROW, &words) {
            Some(word) => self.type_from(word),
            None => ty,
        }
    }

    fn singleton(&mut self, ty: Type) -> Option<Const> {
        let answer = self.one(ask::SINGLETON, &[ty.as_u32() as i32]);
        self.optional_constant(answer)
    }

    fn converted(&mut self, constant: Const, ty: Type) -> Option<Const> {
        let words = [constant.as_u32() as i32, ty.as_u32() as i32];
        let answer = self.one(ask::CONVERTED, &words);
        self.optional_constant(answer)
    }

    fn memo(&mut self) -> Option<Memo> {
        let words = self.ask(ask::MEMO, &[], &[])?.0;
        let &[cell, recall, remember] = words.as_slice() else {
            return None;
        };
        Some(Memo {
            cell: self.optional_constant(Some(cell))?,
            recall: self.optional_constant(Some(recall))?,
            remember: self.optional_constant(Some(remember))?,
        })
    }

    fn may_be_mutable(&mut self, ty: Type) -> bool {
        self.one(ask::MAY_BE_MUTABLE, &[ty.as_u32() as i32]) != Some(0)
    }

    fn type_of(&mut self, constant: Const) -> Type {
        let answer = self.one(ask::TYPE_OF, &[constant.as_u32() as i32]);
        self.type_from(answer.unwrap_or(self.fixed.any))
    }

    fn as_type(&mut self, constant: Const) -> Option<Type> {
        let answer = self.one(ask::AS_TYPE, &[constant.as_u32() as i32]);
        self.optional_type(answer)
    }

    fn as_bool(&mut self, constant: Const) -> Option<bool> {
        self.one(ask::AS_BOOL, &[constant.as_u32() as i32])
            .map(|word| word == 1)
    }

    fn literal(&mut self, literal: &Literal) -> Const {
        use wire::literal as kind;
        let (kind, text): (i32, Vec<u8>) = match literal {
            Literal::Nothing => (kind::NOTHING, Vec::new()),
            Literal::Bool(value) => (kind::BOOL, i32::from(*value).to_string().into()),
            Literal::Int(value) => (kind::INT, value.to_string().into()),
            Literal::UInt(bits, value) => (kind::UINT, format!("{bits}:{value}").into()),
            Literal::Int128(value) => (kind::INT128, value.to_string().into()),
            Literal::Float64(value) => (kind::FLOAT64, value.to_bits().to_string().into()),
            Literal::Float32(value) => (kind::FLOAT32, value.to_bits().to_string().into()),
            Literal::Char(value) => (kind::CHAR, value.to_string().into()),
            Literal::Str(bytes) => (kind::STRING, bytes.to_vec()),
            Literal::Symbol(name) => (kind::SYMBOL, name.as_str().into()),
        };
        let answer = self.ask(ask::LITERAL, &[kind], &text);
        let word = answer.and_then(|(words, _)| words.first().copied());
        self.constant_or_fail(word, "constant for a literal")
    }

    fn global(&mut self, module: Option<Sym>, name: Sym) -> Global {
        let module = module.map_or("", Sym::as_str);
        let text = format!("{module}\0{name}");
        match self.named(ask::GLOBAL, &[], text.as_bytes(), 2).as_deref() {
            Some(&[wire::global::CONSTANT, word]) => match self.optional_constant(Some(word)) {
                Some(constant) => Global::Constant(constant),
                None => Global::Undefined,
            },
            Some(&[wire::global::VARIABLE, word]) => Global::Variable(self.type_from(word)),
            _ => Global::Undefined,
        }
    }

    fn builtin(&mut self, constant: Const) -> Option<Builtin> {
        match self.one(ask::BUILTIN, &[constant.as_u32() as i32])? {
            wire::builtin::ISA => Some(Builtin::Isa),
            wire::builtin::EGAL => Some(Builtin::Egal),
            wire::builtin::NOT => Some(Builtin::Not),
            wire::builtin::ASSUME => Some(Builtin::Assume),
            _ => None,
        }
    }

    fn covers(&mut self, callee: Known, args: &[Known]) -> bool {
        let words = SessionHost::call_words(callee, args);
        self.one(ask::COVERS, &words) != Some(0)
    }

    fn may_run_own(&mut self, callee: Known, args: &[Known]) -> bool {
        let words = SessionHost::call_words(callee, args);
        self.one(ask::MAY_RUN_OWN, &words) != Some(0)
    }

    fn is_of_library(&mut self, ty: Type) -> bool {
        self.one(ask::IS_OF_LIBRARY, &[ty.as_u32() as i32]) == Some(1)
    }

    fn says_all(&mut self, ty: Type) -> bool {
        self.one(ask::SAYS_ALL, &[ty.as_u32() as i32]) == Some(1)
    }

    fn call(&mut self, callee: Known, args: &[Known]) -> Option<CallInfo> {
        let words = SessionHost::call_words(callee, args);
        match self.words(ask::CALL, &words, usize::MAX) {
            Some(answer) if answer.len() < 3 => {
                self.fail("the session's answer about a call is too short".into());
                Some(self.unknown())
            }
            Some(answer) => {
                let mut info = self.call_info(&answer);
                let called = self.effects_of_calls(&answer[3..]);
                if answer[2] & wire::CALLS_LATER == 0 {
                    info.effects |= called;
                } else if called
                    .intersects(Effects::INCONSISTENT | Effects::WRITES | Effects::OTHER)
                {
                    // Two lazy calls of what gives other results each time, or prints, are not one value.
                    info.effects |= Effects::INCONSISTENT;
                }
                if answer[2] & wire::EFFECTS_OF_BODY != 0 {
                    // Both are upper bounds.
                    info.effects &= self.effects_of_body(&words);
                }
                Some(info)
            }
            None if self.failure.is_some() => Some(self.unknown()),
            None => None,
        }
    }

    fn new_object(&mut self, ty: Known, args: &[Known]) -> CallInfo {
        let mut words = Vec::with_capacity(2 * args.len() + 2);
        push_known(&mut words, &ty);
        let words = knowns(&words, args);
        match self.words(ask::NEW_OBJECT, &words, 3) {
            Some(answer) => self.call_info(&answer),
            None => self.unknown(),
        }
    }

    fn opaque(&mut self, head: Sym, args: &[Known], payload: Option<Const>) -> CallInfo {
        let payload = payload.map_or(wire::NONE, |constant| constant.as_u32() as i32);
        let words = knowns(&[payload], args);
        let answer = self
            .ask(ask::OPAQUE, &words, head.as_str().as_bytes())
            .map(|(words, _)| words);
        match self.checked(ask::OPAQUE, answer, 3) {
            Some(answer) => self.call_info(&answer),
            None => self.unknown(),
        }
    }

    fn body(&mut self, callee: Known, args: &[Known]) -> Result<Body, NoBody> {
        let words = SessionHost::call_words(callee, args);
        let Some((words, text)) = self.ask(ask::CALLEE, &words, &[]) else {
            return Err(NoBody::BuiltIn);
        };
        if words.is_empty() {
            return Err(no_body(String::from_utf8_lossy(&text).into_owned()));
        }
        self.callee(&words, &text).map_err(NoBody::Unreadable)
    }

    fn field(&mut self, ty: Type, name: Const) -> Option<u32> {
        let words = [ty.as_u32() as i32, name.as_u32() as i32];
        u32::try_from(self.one(ask::FIELD, &words)?).ok()
    }

    fn handed_over(&mut self, callee: Known, args: &[Known]) -> Vec<(usize, Takes)> {
        let words = SessionHost::call_words(callee, args);
        let answer = self.words(ask::HANDED_OVER, &words, usize::MAX);
        let Some(answer) = answer else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut words = &answer[..];
        while let [place, takes, count, rest @ ..] = words {
            let (Ok(place), Ok(count)) = (usize::try_from(*place), usize::try_from(*count)) else {
                break;
            };
            let Some(types) = rest.get(..count) else {
                break;
            };
            let types = types.iter().map(|&word| self.type_from(word)).collect();
            let takes = match *takes {
                0 => Takes::Calls(types),
                1 => Takes::Holds(types),
                2 => Takes::Runs,
                3 => Takes::Passes,
                _ => break,
            };
            found.push((place, takes));
            words = &rest[count..];
        }
        found
    }

    fn declare(&mut self, callee: Known, args: &[Type]) -> Option<Const> {
        let mut words = SessionHost::call_words(callee, &[]);
        words.extend(args.iter().map(|ty| ty.as_u32() as i32));
        let (words, _) = self.ask(ask::DECLARE, &words, &[])?;
        self.optional_constant(words.first().copied())
    }

    fn define(&mut self, declared: Const, function: &Function) {
        let Response { words, names } = encode(function);
        let words = [&[declared.as_u32() as i32], &words[..]].concat();
        self.ask(ask::DEFINE, &words, &names);
    }

    fn plain_elements(&mut self, ty: Type) -> Option<Type> {
        let answer = self.one(ask::PLAIN_ELEMENTS, &[ty.as_u32() as i32])?;
        self.handle(answer, Type::from_u32)
    }

    fn ndims(&mut self, ty: Type) -> Option<u32> {
        let answer = self.one(ask::NDIMS, &[ty.as_u32() as i32])?;
        u32::try_from(answer).ok()
    }

    fn compile(&mut self, ast: &Ast, body: NodeId, params: &[Sym]) -> Result<Evaluator, String> {
        let text = source(ast, body, params);
        match self.ask(ask::COMPILE, &[params.len() as i32], text.as_bytes()) {
            Some((words, _)) if words.len() == 1 => self
                .handle(words[0], Evaluator::from_u32)
                .ok_or_else(|| "the session gave no code".into()),
            Some((_, reason)) => Err(String::from_utf8_lossy(&reason).into_owned()),
            None => Err("the session gave no code".into()),
        }
    }

    fn lower(
        &mut self,
        ast: &Ast,
        body: NodeId,
        params: &[Sym],
    ) -> Option<Result<SlotCode, String>> {
        let text = source(ast, body, params);
        let answer = self.ask(ask::LOWER, &[params.len() as i32], text.as_bytes());
        Some(match answer {
            Some((words, reason)) if words.is_empty() => {
                Err(String::from_utf8_lossy(&reason).into_owned())
            }
            Some((words, names)) => decode(&words, &names)
                .map(|request| request.code)
                .map_err(|error| error.to_string()),
            None => Err("the session gave no code".into()),
        })
    }

    fn evaluate(&mut self, code: Evaluator, args: &[Argument]) -> Result<Option<Const>, String> {
        let mut words = vec![code.as_u32() as i32];
        for argument in args {
            match argument {
                Argument::One(constant) => words.extend([-1, constant.as_u32() as i32]),
                Argument::Many(constants) => {
                    words.push(constants.len() as i32);
                    words.extend(constants.iter().map(|constant| constant.as_u32() as i32));
                }
            }
        }
        match self.ask(ask::EVALUATE, &words, &[]) {
            Some((words, _)) if words.len() == 1 => Ok(self.optional_constant(Some(words[0]))),
            Some((_, exception)) => Err(String::from_utf8_lossy(&exception).into_owned()),
            None => Ok(None),
        }
    }

    fn writes_first_only(&mut self, callee: Known, args: &[Known]) -> bool {
        let Some(function) = callee.constant else {
            return false;
        };
        let types = args.iter().map(|argument| argument.ty.as_u32() as i32);
        let words: Vec<i32> = std::iter::once(function.as_u32() as i32)
            .chain(types)
            .collect();
        if self.one(ask::WRITES_FIRST_ONLY, &words) != Some(1) {
            return false;
        }
        let words = SessionHost::call_words(callee, args);
        match self.words(ask::CALL, &words, usize::MAX) {
            Some(answer) if answer.len() >= 3 => {
                let called = self.effects_of_calls(&answer[3..]);
                !called.intersects(Effects::WRITES | Effects::OTHER)
            }
            _ => false,
        }
    }

    fn most_arguments(&mut self, function: Const) -> Option<usize> {
        let most = self.one(ask::MOST_ARGUMENTS, &[function.as_u32() as i32])?;
        usize::try_from(most).ok()
    }

    fn snapshot(&mut self, constant: Const) -> Result<Const, String> {
        let answer = self.ask(ask::SNAPSHOT, &[constant.as_u32() as i32], &[]);
        match answer {
            Some((words, _)) if words.len() == 1 => {
                Ok(self.constant_or_fail(Some(words[0]), "copy of a constant"))
            }
            Some((_, reason)) => Err(String::from_utf8_lossy(&reason).into_owned()),
            None => Err("the session gave no copy of a constant".into()),
        }
    }

    /// A session is asked on behalf of one rule set: nothing was declared before.
    fn declare_effects(&mut self, declared: &[Declared]) {
        for one in declared {
            let args = one.args.as_deref();
            let count = args.map_or(wire::NONE, |args| args.len() as i32);
            let mut words = vec![one.function.as_u32() as i32, count];
            words.extend(args.unwrap_or(&[]).iter().map(|ty| ty.as_u32() as i32));
            if let Some(given) = one.given {
                words[1] = wire::GIVEN;
                words.push(given.as_u32() as i32);
            }
            words.push(i32::from(one.effects.bits()));
            self.ask(ask::DECLARE_EFFECTS, &words, &[]);
        }
    }

    fn show_type(&mut self, ty: Type) -> String {
        self.text(ask::SHOW_TYPE, ty.as_u32())
    }

    fn show_constant(&mut self, constant: Const) -> String {
        self.text(ask::SHOW_CONSTANT, constant.as_u32())
    }

    fn parse_type(&mut self, text: &str) -> Result<Type, String> {
        let answer = self.named(ask::PARSE_TYPE, &[], text.as_bytes(), 1);
        self.optional_type(answer.map(|words| words[0]))
            .ok_or_else(|| format!("`{text}` is not a type"))
    }

    fn parse_constant(&mut self, text: &str) -> Result<Const, String> {
        let answer = self.named(ask::PARSE_CONSTANT, &[], text.as_bytes(), 1);
        self.optional_constant(answer.map(|words| words[0]))
            .ok_or_else(|| format!("`{text}` is not a constant"))
    }
}
