//! Scenes: the left side of a rule, taken apart into statements, with something in between.
//!
//! Most of what can go wrong with a rule needs its left side in several statements, a write between them, and somebody
//! who looks afterwards. Expressions chosen one by one almost never line up like that.
//!
//! ```text
//! sum(copy(~v)) --> sum(~v)        y = copy(v)
//!                                  v[1] = 3            a disturbance: a write to one of the objects at hand
//!                                  for i in 1:2        the rest may be enclosed
//!                                      s = sum(y)
//!                                      println(s)
//!                                  end
//! ```
//!
//! Rules that hold one by one can go wrong together, where one of them matches what another one has made:
//!
//! ```text
//! Tray(~v).v --> ~v                t = tray_of_copy(v)         chained: there is no tray but by the second rule
//! tray_of_copy(~v) == Tray(copy(~v))
//!                                  w = t.v
//! ```

use crate::generate::Generator;
use crate::ops::{statement, statements, Feature, Op, Ty};
use crate::program::{Expr, Name, Range, Stmt};
use crate::rules::Class;
use crate::seeds::{Hole, Piece, Seed};

/// A scene as it is being written.
struct Scene {
    body: Vec<Stmt>,
    /// What stands in the holes of the seed.
    holes: Vec<Expr>,
    /// Mutable objects at hand.
    objects: Vec<(Name, Ty)>,
}

impl Generator<'_> {
    /// A left side as one expression of this type, if there is one.
    pub(crate) fn seeded(&mut self, ty: Ty) -> Option<Expr> {
        let fits: Vec<&'static Seed> = (self.seeds.iter().copied())
            .filter(|seed| seed.ty() == ty)
            .collect();
        let seed = *self.random.pick(&fits)?;
        let holes = self.holes(seed);
        Some(whole(&seed.root, &holes))
    }

    /// A seed: of each class of rules as often.
    fn seed(&mut self) -> Option<&'static Seed> {
        let mut classes: Vec<Class> = self.seeds.iter().map(|seed| seed.class).collect();
        classes.dedup();
        let class = *self.random.pick(&classes)?;
        let fits: Vec<&'static Seed> = (self.seeds.iter().copied())
            .filter(|seed| seed.class == class)
            .collect();
        self.random.pick(&fits).copied()
    }

    fn holes(&mut self, seed: &Seed) -> Vec<Expr> {
        (seed.holes.iter().enumerate())
            .map(|(at, hole)| match hole {
                Hole::Literal(ty) => self.literal(*ty),
                Hole::Fixed(ty, text) => Expr::Literal(*ty, text.clone()),
                Hole::Any(ty) if seed.occurrences(at) > 1 => self.leaf(*ty),
                Hole::Any(ty) if ty.is_mutable() && self.random.percent(85) => self.leaf(*ty),
                Hole::Any(ty) => self.expr(*ty, 1),
            })
            .collect()
    }

    /// Adds a scene; whether the case has a rule for one.
    pub(crate) fn scene(&mut self, nesting: usize, body: &mut Vec<Stmt>) -> bool {
        let Some(seed) = self.seed() else {
            return false;
        };
        let outer = self.scope.len();
        let holes = self.holes(seed);
        let mut scene = Scene {
            body: Vec::new(),
            objects: objects(&holes).collect(),
            holes,
        };
        self.play(&seed.root, &mut scene);
        // The same again: equal expressions, perhaps in another state of memory.
        if self.random.percent(self.config.again) {
            self.disturb(&mut scene);
            self.play(&seed.root, &mut scene);
        }
        // What the rule puts in its place, already there: computed apart, and perhaps another object. Or the part that it is beside.
        let mirrored = if seed.beside {
            100
        } else {
            self.config.mirrored
        };
        if let (Some(other), true) = (&seed.other, self.random.percent(mirrored)) {
            if self.random.percent(self.config.disturbances) {
                self.disturb(&mut scene);
            }
            self.play(other, &mut scene);
        }
        if self.random.percent(self.config.disturbances) {
            self.disturb(&mut scene);
        }
        self.witnesses.extend_from_slice(&scene.objects);
        if nesting > 0 && self.random.percent(self.config.decided) {
            self.look_in_vain(&mut scene, outer);
        }
        if nesting > 0 && self.random.percent(self.config.enclosed) {
            self.enclose(&mut scene, outer);
        }
        body.append(&mut scene.body);
        true
    }

    /// Writes a side of the rule down once, and keeps its value in a variable.
    fn play(&mut self, side: &Piece, scene: &mut Scene) {
        let value = self.take_apart(side, scene, true);
        self.keep(value, scene);
    }

    /// Shows a value of the scene in a branch that a rule of the case decides, and mostly nowhere else: its call must not go
    /// with the branch if it throws.
    fn look_in_vain(&mut self, scene: &mut Scene, outer: usize) {
        let decided: Vec<&'static Seed> = (self.seeds.iter().copied())
            .filter(|seed| seed.decided)
            .collect();
        let kept = self.scope.len() - outer;
        let Some(&seed) = self.random.pick(&decided) else {
            return;
        };
        if kept == 0 {
            return;
        }
        let at = outer + self.random.below(kept);
        let (name, ty) = self.scope[at];
        let holes = self.holes(seed);
        let condition = whole(&seed.root, &holes);
        let Some(shown) = self.seen(name, ty) else {
            return;
        };
        let (then, other) = if self.random.percent(50) {
            (vec![shown], Vec::new())
        } else {
            (Vec::new(), vec![shown])
        };
        scene.body.push(Stmt::If(condition, then, other));
        if self.random.percent(70) {
            self.scope.remove(at);
        }
    }

    fn keep(&mut self, value: Expr, scene: &mut Scene) -> Expr {
        let (name, ty) = (self.name(), value.ty());
        self.scope.push((name, ty));
        if ty.is_mutable() {
            scene.objects.push((name, ty));
        }
        scene.body.push(Stmt::Assign(name, value));
        Expr::Var(ty, name)
    }

    fn take_apart(&mut self, piece: &Piece, scene: &mut Scene, is_root: bool) -> Expr {
        match piece {
            Piece::Hole(hole) => scene.holes[*hole].clone(),
            Piece::Op(op, args) => {
                if self.random.percent(self.config.chained) {
                    if let Some(value) = self.chained(op, scene) {
                        return if is_root {
                            value
                        } else {
                            self.keep(value, scene)
                        };
                    }
                }
                let args: Vec<Expr> = (args.iter().enumerate())
                    .map(|(at, arg)| {
                        let value = self.take_apart(arg, scene, false);
                        let short = matches!(value, Expr::Var(..) | Expr::Literal(..));
                        if op.repeats(at) && !short {
                            self.keep(value, scene)
                        } else {
                            value
                        }
                    })
                    .collect();
                let value = Expr::Op(op, args);
                if is_root || !self.random.percent(self.config.splits) {
                    return value;
                }
                let kept = self.keep(value, scene);
                if self.random.percent(self.config.disturbances) {
                    self.disturb(scene);
                }
                kept
            }
        }
    }

    /// The left side of another rule of the case, one that gives a call of this operation.
    fn chained(&mut self, op: &Op, scene: &mut Scene) -> Option<Expr> {
        let fits: Vec<&'static Seed> = (self.seeds.iter().copied())
            .filter(|seed| seed.gives(op))
            .collect();
        let seed = *self.random.pick(&fits)?;
        let holes = self.holes(seed);
        scene.objects.extend(objects(&holes));
        Some(whole(&seed.root, &holes))
    }

    /// Something that a rule must not be applied across.
    fn disturb(&mut self, scene: &mut Scene) {
        let target = self.random.pick(&scene.objects).copied();
        let op = match target {
            Some((_, ty)) if self.random.percent(self.config.writes_between) => self.writer(ty),
            _ => self.choose(statements()),
        };
        let Some(op) = op else {
            return;
        };
        let mut args = self.args(op, 1, true);
        if let Some((name, ty)) = target {
            if op.args.first() == Some(&ty) {
                args[0] = Expr::Var(ty, name);
                // Through another name.
                if self.random.percent(15) {
                    args[0] = self.keep(Expr::Var(ty, name), scene);
                }
            }
        }
        let mut stmt = Stmt::Do(op, args);
        if self.random.percent(15) {
            let condition = self.expr(Ty::Bool, 1);
            stmt = Stmt::If(condition, vec![stmt], Vec::new());
        }
        scene.body.push(stmt);
    }

    /// A statement that writes an object of this type.
    pub(crate) fn writer(&mut self, ty: Ty) -> Option<&'static Op> {
        let writes = [Feature::Writes, ty.feature()];
        let fits: Vec<&'static Op> = (statements().iter().copied())
            .filter(|op| writes.contains(&op.feature) && op.args.first() == Some(&ty))
            .filter(|op| op.feature != Feature::Plain && !op.text.starts_with("throw("))
            .collect();
        let weights: u32 = fits.iter().map(|op| op.weight).sum();
        let mut at = self.random.below(weights as usize) as u32;
        fits.into_iter().find(|op| {
            let here = at < op.weight;
            at = at.wrapping_sub(op.weight);
            here
        })
    }

    /// Puts the end of a scene into a branch, a loop or a handler; what it computes there is seen from outside.
    fn enclose(&mut self, scene: &mut Scene, outer: usize) {
        let cut = self.random.below(scene.body.len());
        let mut rest = scene.body.split_off(cut);
        let mut inner: Vec<(Name, Ty)> = Vec::new();
        let mut at = outer;
        while at < self.scope.len() {
            let (name, _) = self.scope[at];
            let is_inner = rest
                .iter()
                .any(|stmt| matches!(stmt, Stmt::Assign(assigned, _) if *assigned == name));
            if is_inner {
                inner.push(self.scope.remove(at));
            } else {
                at += 1;
            }
        }
        if let Some(&(name, ty)) = self.random.pick(&inner) {
            rest.extend(self.seen(name, ty));
        }
        let stmt = match self.random.below(10) {
            0..=3 => {
                let condition = self.expr(Ty::Bool, 1);
                Stmt::If(condition, rest, Vec::new())
            }
            4 => {
                let condition = self.expr(Ty::Bool, 1);
                Stmt::If(condition, Vec::new(), rest)
            }
            5..=7 => {
                let trips = 1 + self.random.below(self.config.trips as usize) as u32;
                Stmt::For(self.name(), Range::To(trips), rest)
            }
            8 => {
                let condition = self.expr(Ty::Bool, 1);
                Stmt::While(self.name(), 2, condition, rest)
            }
            _ if self.config.handlers > 0 => {
                // A value on its way out of the handler's region.
                let leaves = !self.in_helper && self.random.percent(40);
                if let (Some(&(name, ty)), true) = (self.random.pick(&inner), leaves) {
                    rest.push(Stmt::Return(vec![Expr::Var(ty, name)]));
                }
                let caught = Expr::Literal(Ty::Int, "99".into());
                let handler = statement("println($0)").map(|op| Stmt::Do(op, vec![caught]));
                Stmt::Try(rest, None, handler.into_iter().collect())
            }
            _ => {
                scene.body.append(&mut rest);
                return;
            }
        };
        scene.body.push(stmt);
    }

    /// A statement that shows a value outside the block it is in.
    pub(crate) fn seen(&mut self, name: Name, ty: Ty) -> Option<Stmt> {
        let shown = Expr::Var(ty, name);
        let kept: Vec<Name> = (self.variables(ty).into_iter())
            .filter(|&known| known != name && !self.frozen.contains(&known))
            .collect();
        match self.random.pick(&kept) {
            Some(&known) if self.random.percent(60) => {
                self.reassigned.push(known);
                Some(Stmt::Assign(known, shown))
            }
            _ => {
                let op = (statements().iter().copied())
                    .find(|op| op.text == "println($0)" && op.args == [ty])?;
                Some(Stmt::Do(op, vec![shown]))
            }
        }
    }
}

/// Those that are variables of mutable objects.
fn objects(holes: &[Expr]) -> impl Iterator<Item = (Name, Ty)> + '_ {
    holes.iter().filter_map(|hole| match hole {
        Expr::Var(ty, name) if ty.is_mutable() => Some((*name, *ty)),
        _ => None,
    })
}

fn whole(piece: &Piece, holes: &[Expr]) -> Expr {
    match piece {
        Piece::Hole(hole) => holes[*hole].clone(),
        Piece::Op(op, args) => Expr::Op(op, args.iter().map(|arg| whole(arg, holes)).collect()),
    }
}
