//! A session that answers nonsense, and requests that are damaged: the library must say so, not crash.
//!
//! Answers are random. Most have the form that the question wants, so that the optimiser gets far with types and constants that
//! contradict each other; the others have wrong handles, wrong lengths, wrong statuses, text that is not UTF-8; and some make requests from
//! inside an answer. Code (of requests, of methods, of the sides of rules) is random in the same way. No panic is allowed,
//! though the interface would catch it.
//!
//! Seeds are fixed here. Under libFuzzer (target `c_abi`) the choices are the fuzzer's bytes; under valgrind (`scripts/valgrind.sh`) and
//! Miri (`scripts/miri.sh`) the same tests run with fewer rounds.
#![allow(unsafe_code)]

mod session;

use dag_extract::random::Random;
use saturate_capi::abi::{COptions, EXPLAIN, PAGE, STRICT, TEXT};
use saturate_capi::wire::{self, ask, operand, status, stmt};
use session::{
    optimize, read_rules, request, Given, OwnedRules, Session, CONSTANTS, NAMES, OPTIONS, TYPES,
};

/// A word: mostly small, sometimes anything.
fn word(random: &mut Random) -> i32 {
    match random.below(10) {
        0 => random.bits() as i32,
        1 => -1,
        2 => i32::MAX,
        3 => i32::MIN,
        _ => random.below(9) as i32,
    }
}

fn number(random: &mut Random, below: i32) -> i32 {
    random.below(below.max(1) as usize) as i32
}

/// A number below `below`, or none.
fn perhaps(random: &mut Random, below: i32) -> i32 {
    number(random, below + 1) - 1
}

/// A session that makes up its answers.
struct Hostile {
    random: Random,
    /// Answers of 100 that have not even the right form.
    nonsense: u32,
    /// Whether it makes requests of its own.
    nests: bool,
    asked: u32,
}

impl Session for Hostile {
    fn answer(&mut self, question: i32, words: &[i32], text: &[u8], given: &mut Given) -> i32 {
        self.asked += 1;
        let random = &mut self.random;
        if self.nests && random.one_in(50) {
            let mut inner = Hostile {
                random: Random::new(random.bits()),
                nests: false,
                ..*self
            };
            check(&optimize(&sum(), NAMES, None, OPTIONS, &mut inner));
        }
        let random = &mut self.random;
        if random.percent(self.nonsense) {
            given.words = (0..random.below(5)).map(|_| word(random)).collect();
            given.text = (0..random.below(6))
                .map(|_| random.below(256) as u8)
                .collect();
            return match random.below(8) {
                0 => status::FAILED,
                1 => status::NO_ANSWER,
                2 => word(random),
                _ => status::OK,
            };
        }
        plausible(question, words, text, random, given)
    }
}

/// An answer of the form that the question wants.
fn plausible(
    question: i32,
    words: &[i32],
    text: &[u8],
    random: &mut Random,
    given: &mut Given,
) -> i32 {
    let optional = [
        ask::SINGLETON,
        ask::AS_TYPE,
        ask::AS_BOOL,
        ask::BUILTIN,
        ask::NDIMS,
        ask::CALL,
        ask::METHOD_BODY,
        ask::SOURCE,
        ask::EVALUATE,
        ask::PLAIN_ELEMENTS,
        ask::CONVERTED,
        ask::MEMO,
    ];
    if optional.contains(&question) && random.one_in(2) {
        return status::NO_ANSWER;
    }
    given.words = match question {
        ask::SUBTYPE
        | ask::MAY_BE_MUTABLE
        | ask::WRITES_FIRST_ONLY
        | ask::AS_BOOL
        | ask::COVERS
        | ask::MAY_RUN_OWN
        | ask::IS_OF_LIBRARY
        | ask::SAYS_ALL => {
            vec![number(random, 2)]
        }
        ask::JOIN
        | ask::TYPEJOIN
        | ask::NARROW
        | ask::TYPE_OF
        | ask::AS_TYPE
        | ask::PARSE_TYPE
        | ask::PLAIN_ELEMENTS => {
            vec![number(random, TYPES)]
        }
        ask::UNION_TYPES => (0..1 + random.below(3))
            .map(|_| number(random, TYPES))
            .collect(),
        ask::SINGLETON
        | ask::CONVERTED
        | ask::LITERAL
        | ask::PARSE_CONSTANT
        | ask::SNAPSHOT
        | ask::COMPILE
        | ask::EVALUATE => vec![number(random, CONSTANTS)],
        ask::MEMO => (0..3).map(|_| number(random, CONSTANTS)).collect(),
        ask::GLOBAL => vec![number(random, 3), number(random, CONSTANTS)],
        ask::BUILTIN => vec![number(random, 3)],
        ask::NDIMS => vec![number(random, 4)],
        ask::CALL | ask::NEW_OBJECT | ask::OPAQUE => {
            let mut known = vec![number(random, TYPES), perhaps(random, CONSTANTS)];
            known.push(number(random, 256));
            if question == ask::CALL && random.one_in(8) {
                known[2] |= number(random, 4) << 8;
                known.extend([number(random, CONSTANTS), 1, number(random, TYPES)]);
            }
            known
        }
        ask::LOWER => {
            given.text = NAMES.to_vec();
            code(1 + text.iter().filter(|&&byte| byte == 0).count(), random)
        }
        ask::METHOD_BODY => {
            given.text = NAMES.to_vec();
            code((words.len() / 2).max(1), random)
        }
        _ => Vec::new(),
    };
    match question {
        ask::SHOW_TYPE => given.text = b"T".to_vec(),
        ask::SHOW_CONSTANT => given.text = b"c".to_vec(),
        ask::SOURCE => given.text = b"f.jl\0f(x) = x + x\n".to_vec(),
        _ => {}
    }
    status::OK
}

/// Random code with so many arguments, the function object included. Jumps, uses and regions are as they come.
fn code(nargs: usize, random: &mut Random) -> Vec<i32> {
    let nargs = nargs as i32;
    let slots = nargs + number(random, 3);
    let statics = number(random, 2);
    let statements = 1 + number(random, 9);
    let mut words = vec![wire::MAGIC, wire::VERSION, 3, TYPES, CONSTANTS];
    words.extend([0, i32::from(random.one_in(16))]);
    words.extend([nargs, slots, statics, statements, number(random, TYPES)]);
    words.extend((0..nargs).map(|_| number(random, TYPES)));
    words.extend((0..statics).map(|_| perhaps(random, CONSTANTS)));
    for _ in 0..slots {
        words.extend([number(random, 3), perhaps(random, TYPES)]);
    }
    for at in 0..statements {
        let operand = |body: &mut Vec<i32>, random: &mut Random| match random.below(9) {
            0..=2 if at > 0 => body.extend([operand::STMT, number(random, at)]),
            0..=5 => body.extend([operand::SLOT, number(random, slots)]),
            6 if statics > 0 => body.extend([operand::STATIC, number(random, statics)]),
            7 => body.extend([operand::GLOBAL, perhaps(random, 3), number(random, 3)]),
            _ => body.extend([operand::CONST, number(random, CONSTANTS)]),
        };
        let last = at == statements - 1;
        let kind = match random.below(24) {
            _ if last && !random.one_in(16) => stmt::RETURN,
            0..=9 => stmt::CALL,
            10..=13 => stmt::ASSIGN,
            14..=16 => stmt::GOTO_IF_NOT,
            17 => stmt::GOTO,
            18 => stmt::NEW,
            19 => stmt::OPAQUE,
            20 => stmt::VALUE,
            21 => stmt::RETURN,
            22 => stmt::ENTER,
            _ => number(random, 12),
        };
        let mut body = vec![kind, perhaps(random, TYPES), -1, number(random, 2)];
        if random.one_in(8) {
            body[2] = number(random, CONSTANTS);
        }
        match kind {
            stmt::ASSIGN => body.push(number(random, slots)),
            stmt::OPAQUE => body.extend([number(random, 3), perhaps(random, CONSTANTS)]),
            stmt::GOTO | stmt::ENTER => body.push(number(random, statements)),
            stmt::LEAVE => body.push(number(random, 3)),
            _ => {}
        }
        match kind {
            stmt::ASSIGN | stmt::VALUE | stmt::RETURN | stmt::POP_EXCEPTION => {
                operand(&mut body, random);
            }
            stmt::GOTO_IF_NOT => {
                operand(&mut body, random);
                body.push(number(random, statements));
            }
            stmt::CALL | stmt::NEW | stmt::OPAQUE => {
                if kind != stmt::OPAQUE {
                    operand(&mut body, random);
                }
                let count = number(random, 4);
                body.push(count);
                (0..count).for_each(|_| operand(&mut body, random));
            }
            _ => {}
        }
        words.push(body.len() as i32 + 1);
        words.extend(body);
    }
    words
}

/// `f(x) = x + x` with a branch, as the Julia side would send it.
fn sum() -> Vec<i32> {
    let call = [
        &[stmt::CALL, 3, -1, 0, operand::CONST, 3, 2][..],
        &[operand::SLOT, 1, operand::SLOT, 1],
    ]
    .concat();
    let stmts: [&[i32]; 3] = [
        &call,
        &[stmt::GOTO_IF_NOT, -1, -1, 0, operand::STMT, 0, 2],
        &[stmt::RETURN, -1, -1, 0, operand::STMT, 0],
    ];
    request(3, &stmts)
}

/// Takes words out, puts words in, changes words.
fn damage(words: &mut Vec<i32>, random: &mut Random) {
    for _ in 0..1 + random.below(3) {
        if words.is_empty() {
            break;
        }
        let at = random.below(words.len());
        match random.below(4) {
            0 => {
                words.remove(at);
            }
            1 => words.truncate(at + 1),
            2 => words.insert(at, word(random)),
            _ => words[at] = word(random),
        }
    }
}

const RULES: [&str; 10] = [
    "@rules less begin\n    ~x::Int64 - ~x --> 0\nend",
    "f(~x::T, ~y) == g(~y, ~x)",
    "@relaxed f(~x, g(~y)) --> h(~x)",
    "f(~x::Comptime{Int64}) => g(~x)",
    "f(~xs...) --> g(~xs...)",
    "if p(~x)\n    f(~x) --> ~x\nend",
    "@arg(f, 1) => W",
    "@cost f 10\n@cost f(::Int64) 3",
    "@effects f reads alloc\n@effects g(::T) writes",
    "f(f(~x)) --> ~x\n~x + ~y --> f(~y)",
];

/// What every response must be, whatever the session does.
fn check(response: &session::Response) {
    assert_ne!(response.status, status::INTERNAL, "{}", response.message);
    assert_eq!(response.status == status::OK, !response.words.is_empty());
}

/// Limits that end a case soon, and everything else as it comes.
fn options(random: &mut Random) -> COptions {
    COptions {
        extractor: random.below(6) as u64,
        seed: 0,
        iterations: random.below(5) as u64,
        nodes: 500,
        work: 5_000,
        time_ms: 2_000,
        extraction_work: 10_000,
        solver_ms: 100,
        flags: random.below(16) as u64 & (STRICT | TEXT | EXPLAIN | PAGE),
        calls: random.below(4) as u64,
        sizes: std::array::from_fn(|_| random.bits() >> random.below(64)),
    }
}

/// Reads rules and optimises a request, in a session that makes everything up. The fuzz target `c_abi` runs this.
pub fn anything(mut random: Random) -> (i32, u32) {
    let nonsense = [0, 0, 2, 50][random.below(4)];
    let options = options(&mut random);
    let text: Vec<&str> = (0..random.below(4))
        .map(|_| RULES[random.below(RULES.len())])
        .collect();
    let mut words = match random.below(4) {
        0 => sum(),
        _ => code(1 + random.below(3), &mut random),
    };
    if random.one_in(4) {
        damage(&mut words, &mut random);
    }
    let mut session = Hostile {
        random,
        nonsense,
        nests: true,
        asked: 0,
    };
    let mut rules: Option<OwnedRules> = None;
    for text in text {
        let (response, more) = read_rules(text.as_bytes(), rules.as_ref(), &mut session);
        assert_ne!(response.status, status::INTERNAL, "{}", response.message);
        rules = more.or(rules);
    }
    // The e-graph library asks the processor for its clock, which Miri cannot do: rules are read and freed there, not used.
    let used = rules.as_ref().filter(|_| !cfg!(miri));
    let response = optimize(&words, NAMES, used, options, &mut session);
    check(&response);
    (response.status, session.asked)
}

/// A request without rules to a session that answers nothing but nonsense.
fn nonsense(words: &[i32], seed: u64) -> (i32, u32) {
    let mut session = Hostile {
        random: Random::new(seed),
        nonsense: 100,
        nests: true,
        asked: 0,
    };
    let response = optimize(words, NAMES, None, OPTIONS, &mut session);
    check(&response);
    (response.status, session.asked)
}

/// Rounds of each test. Valgrind is fifty times slower, and Miri takes a second for one.
fn rounds() -> u64 {
    let wanted = std::env::var("SATURATE_ROUNDS").ok();
    let usual = if cfg!(miri) { 20 } else { 4_000 };
    wanted.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn hostile_answers() {
    let words = sum();
    let asked: u64 = (0..rounds())
        .map(|seed| u64::from(nonsense(&words, seed).1))
        .sum();
    assert!(asked > rounds(), "the session is asked: {asked}");
}

#[test]
fn damaged_requests() {
    let refused = (0..rounds()).filter(|&seed| {
        let mut words = sum();
        damage(&mut words, &mut Random::new(seed));
        nonsense(&words, seed).0 != status::OK
    });
    let refused = refused.count() as u64;
    assert!(refused > rounds() / 40, "damage is noticed: {refused}");
}

#[test]
fn made_up_sessions() {
    let mut fine = 0;
    for seed in 0..rounds() {
        let (status, asked) = anything(Random::new(seed));
        fine += u64::from(status == status::OK && asked > 10);
    }
    assert!(fine > rounds() / 20, "the optimiser gets far: {fine}");
}
