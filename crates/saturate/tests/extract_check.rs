//! The checker of P refuses what is wrong: one valid answer, and every way to spoil it.
//!
//! ```text
//! p0          y = f(x)                 x is an argument, f and g are pure
//! ├ p1        z = g(y)      use z      memory is another here
//! └ p2        w = h(y)      use w      h may throw: only below p2
//! ```

use cranelift_entity::EntityRef;
use saturate::dag::{Exact, Limits};
use saturate::egraph::language::Epoch;
use saturate::extract::check::{check, Violation};
use saturate::extract::goals::Through;
use saturate::extract::place::{Place, Places};
use saturate::extract::problem::{
    Alternative, Answer, FunctionExtractor, Instance, InstanceData, Item, JoinData, Kind, Operand,
    Origin, Owner, Problem, Region, Statement, StatementData, UseData, UseId,
};
use saturate::ir::Type;
use smallvec::SmallVec;

const P0: usize = 0;
const P1: usize = 1;
const P2: usize = 2;

fn pure(cost: f64) -> Kind {
    Kind::Run {
        cost,
        region: Region::default(),
        aliases: false,
    }
}

struct Names {
    argument: Instance,
    /// The argument as it is in the epoch of `p0` only.
    borrowed: Instance,
    /// The second way to make `y`, of what is borrowed.
    f_of_borrowed: Instance,
    g: Instance,
    param: Instance,
}

fn example() -> (Problem, Names) {
    let tree = [
        (None, Epoch::new(0), 1.0, None),
        (Some(Place::new(P0)), Epoch::new(1), 1.0, None),
        (Some(Place::new(P0)), Epoch::new(0), 1.0, None),
    ];
    let mut problem = Problem::new(Places::synthetic(&tree, Default::default()));
    let items: Vec<Item> = (0..6)
        .map(|n| problem.add_item(egg::Id::from(n), Type::from_u32(0)))
        .collect();
    let [x, y, z, w, lent, param] = items[..] else {
        unreachable!("six were made");
    };
    let mut add = |item: Item, kind: Kind, operands: &[Item]| {
        let operands = operands.iter().map(|&item| Operand {
            item,
            carries: true,
        });
        problem.add_instance(InstanceData {
            item,
            node: 0,
            ty: Type::from_u32(0),
            kind,
            operands: operands.collect(),
        })
    };
    let argument = add(x, Kind::Free(None), &[]);
    add(y, pure(2.0), &[x]);
    let g = add(z, pure(3.0), &[y]);
    let region = Region {
        anchors: Some(SmallVec::from_slice(&[Place::new(P2)])),
        ..Region::default()
    };
    let may_throw = Kind::Run {
        cost: 5.0,
        region,
        aliases: false,
    };
    add(w, may_throw, &[y]);
    let borrowed = add(lent, Kind::Coerce(Some(Epoch::new(0))), &[x]);
    let f_of_borrowed = add(y, pure(7.0), &[lent]);
    // Uses that the answer meets, and two that it has no reason to.
    let place = |number: usize| Place::new(number);
    let join = problem.joins.push(JoinData {
        place: place(P1),
        uses: Vec::new(),
    });
    let mut a_use = |at: usize, items: &[Item], owner: Owner| {
        problem.uses.push(UseData {
            place: place(at),
            items: items.to_vec(),
            owner,
        })
    };
    a_use(P1, &[z], Owner::Always);
    a_use(P2, &[w], Owner::Always);
    let of_join = a_use(P0, &[x], Owner::Join(join));
    let statement = Statement::new(0);
    let first = a_use(P1, &[x], Owner::Alternative(statement, 0));
    let second = a_use(P1, &[z], Owner::Alternative(statement, 1));
    problem.joins[join].uses.push(of_join);
    let alternative = |cost: f64, id: UseId| Alternative {
        cost,
        uses: vec![id],
    };
    problem.statements.push(StatementData {
        place: place(P1),
        alternatives: vec![alternative(1.0, first), alternative(4.0, second)],
    });
    let param = problem.add_instance(InstanceData {
        item: param,
        node: 0,
        ty: Type::from_u32(0),
        kind: Kind::Param(join),
        operands: SmallVec::new(),
    });
    let names = Names {
        argument,
        borrowed,
        f_of_borrowed,
        g,
        param,
    };
    (problem, names)
}

/// The number of the run that makes an item.
fn run_of(problem: &Problem, answer: &Answer, item: usize) -> usize {
    let makes = |run: &_| {
        let run: &saturate::extract::problem::Run = run;
        problem.instances[run.instance].item == Item::new(item)
    };
    answer.runs.iter().position(makes).expect("it runs")
}

#[test]
fn every_way_to_spoil_an_answer_is_noticed() {
    let (problem, names) = example();
    let good = Through(Exact)
        .extract(&problem, &Limits::default())
        .expect("it has an answer");
    assert_eq!(check(&problem, &good), Ok(()));
    assert_eq!((good.cost, good.optimal), (11.0, true));
    let [f, g, h] = [1, 2, 3].map(|item| run_of(&problem, &good, item));

    let spoil = |name: &str, spoil: &dyn Fn(&mut Answer), expected: fn(&Violation) -> bool| {
        let mut answer = good.clone();
        spoil(&mut answer);
        match check(&problem, &answer) {
            Ok(()) => panic!("{name}: not noticed"),
            Err(violation) => assert!(expected(&violation), "{name}: {violation}"),
        }
    };
    spoil(
        "an answer of another problem",
        &|a| a.uses = Default::default(),
        |v| matches!(v, Violation::WrongSize),
    );
    spoil(
        "a use that nothing meets",
        &|a| a.uses[UseId::new(0)] = None,
        |v| matches!(v, Violation::Unmet(_)),
    );
    spoil(
        "an argument of a parameter that nobody needs",
        &|a| a.uses[UseId::new(2)] = a.uses[UseId::new(3)].clone(),
        |v| matches!(v, Violation::Unneeded(_)),
    );
    spoil(
        "another item than the use accepts",
        &|a| a.uses[UseId::new(0)] = a.uses[UseId::new(3)].clone(),
        |v| matches!(v, Violation::Refused(..)),
    );
    spoil(
        "another item than the operand",
        &|a| a.runs[g].operands[0].origin = Origin::Instance(names.argument),
        |v| matches!(v, Violation::WrongOperand(..)),
    );
    spoil("too few operands", &|a| a.runs[g].operands.clear(), |v| {
        matches!(v, Violation::WrongOperand(..))
    });
    spoil(
        "an instance without code that has code",
        &|a| a.runs[f].operands[0].origin = Origin::Instance(names.g),
        |v| matches!(v, Violation::WrongKind(_)),
    );
    spoil(
        "a coercion that is none",
        &|a| a.runs[f].operands[0].coercions.push(names.argument),
        |v| matches!(v, Violation::WrongKind(_)),
    );
    spoil(
        "a run of what does not run",
        &|a| a.runs[f].instance = names.argument,
        |v| matches!(v, Violation::WrongKind(_)),
    );
    spoil(
        "an operand that comes later",
        &|a| a.runs[f].operands[0].origin = Origin::Run(f as u32),
        |v| matches!(v, Violation::Order(_)),
    );
    spoil(
        "a call that may throw, before its place",
        &|a| a.runs[h].place = Place::new(P0),
        |v| matches!(v, Violation::Misplaced(_)),
    );
    spoil(
        "a value that was made beside",
        &|a| a.runs[f].place = Place::new(P1),
        |v| matches!(v, Violation::Unavailable(_)),
    );
    spoil(
        "a parameter before its block",
        &|a| a.runs[f].operands[0].origin = Origin::Instance(names.param),
        |v| matches!(v, Violation::Unavailable(_)),
    );
    spoil(
        "a borrowed value in another epoch",
        &|a| {
            a.runs[f].instance = names.f_of_borrowed;
            a.runs[f].operands[0].coercions.push(names.borrowed);
            a.runs[f].place = Place::new(P1);
        },
        |v| matches!(v, Violation::Outlived(..)),
    );
    spoil(
        "the same value again below",
        &|a| {
            let mut again = a.runs[f].clone();
            again.place = Place::new(P2);
            a.runs.insert(f + 1, again);
            let moved = |origin: &mut Origin| match origin {
                Origin::Run(number) if *number as usize > f => *number += 1,
                _ => {}
            };
            for run in &mut a.runs {
                for source in &mut run.operands {
                    moved(&mut source.origin);
                }
            }
            for source in a.uses.values_mut().flatten() {
                moved(&mut source.origin);
            }
            a.runs[h + 1].operands[0].origin = Origin::Run(f as u32 + 1);
            a.cost += 2.0;
            a.bound += 2.0;
        },
        |v| matches!(v, Violation::Wasteful(..)),
    );
    spoil(
        "an alternative that does not exist",
        &|a| a.alternatives[Statement::new(0)] = 7,
        |v| matches!(v, Violation::WrongAlternative(_)),
    );
    spoil(
        "the dearer alternative, its use not met",
        &|a| a.alternatives[Statement::new(0)] = 1,
        |v| matches!(v, Violation::Unmet(_)),
    );
    spoil(
        "a run that nobody uses",
        &|a| a.runs.push(a.runs[f].clone()),
        |v| matches!(v, Violation::Unused(_)),
    );
    spoil("a lower cost", &|a| a.cost -= 1.0, |v| {
        matches!(v, Violation::WrongCost(..))
    });
    spoil("no cost at all", &|a| a.cost = f64::NAN, |v| {
        matches!(v, Violation::WrongCost(..))
    });
    spoil("no bound at all", &|a| a.bound = f64::NAN, |v| {
        matches!(v, Violation::WrongBound(..))
    });
    spoil("a bound above the cost", &|a| a.bound += 1.0, |v| {
        matches!(v, Violation::WrongBound(..))
    });
    spoil("optimal with a lower bound", &|a| a.bound -= 1.0, |v| {
        matches!(v, Violation::WrongBound(..))
    });
}

#[test]
fn what_runs_once_does_not_run_twice() {
    let tree = [(None, Epoch::new(0), 1.0, None)];
    let mut problem = Problem::new(Places::synthetic(&tree, Default::default()));
    let item = problem.add_item(egg::Id::from(0), Type::from_u32(0));
    problem.add_instance(InstanceData {
        item,
        node: 0,
        ty: Type::from_u32(0),
        kind: Kind::Run {
            cost: 1.0,
            region: Region {
                only: Some(Place::new(0)),
                ..Region::default()
            },
            aliases: false,
        },
        operands: SmallVec::new(),
    });
    for _ in 0..2 {
        problem.uses.push(UseData {
            place: Place::new(0),
            items: vec![item],
            owner: Owner::Always,
        });
    }
    let mut answer = Through(Exact)
        .extract(&problem, &Limits::default())
        .expect("it has an answer");
    assert_eq!(check(&problem, &answer), Ok(()));
    answer.runs.push(answer.runs[0].clone());
    if let Some(source) = &mut answer.uses[UseId::new(1)] {
        source.origin = Origin::Run(1);
    }
    let violation = check(&problem, &answer).expect_err("there are two objects");
    assert!(matches!(violation, Violation::Repeated(..)), "{violation}");
}
