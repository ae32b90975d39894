//! A source file with all its mutants in it, each behind a question that is answered
//! at run time: is it the chosen one?

use std::collections::BTreeMap;
use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::mutant::{Genre, Mutant};

/// Mutants by number, each with what it puts there.
type Variants = Vec<(usize, String)>;

/// Forms in the order in which they are written: by start, the longer first, and a
/// guard before the expression that is all of it.
type Place = (usize, usize, bool);

/// A place of the source that is written differently.
enum Form {
    /// These return before what stands here.
    Return(Variants),
    /// `left operator right`, with other operators.
    Binary {
        left: Range<usize>,
        right: Range<usize>,
        operator: String,
        variants: Variants,
    },
    /// `operator operand`, with none.
    Unary {
        operand: Range<usize>,
        operator: String,
        number: usize,
    },
    /// A pattern without a guard, whose arm is not taken.
    Pattern(usize),
    /// A guard that is always true or false.
    Guard(Variants),
}

/// The source with these mutants, all of this file, and the numbers of those that
/// have no such form.
pub fn instrumented(source: &str, mutants: &[&Mutant]) -> Result<(String, Vec<usize>), String> {
    let file = syn::parse_file(source).map_err(|error| error.to_string())?;
    let mut finder = Finder {
        source,
        open: mutants.to_vec(),
        forms: BTreeMap::new(),
    };
    finder.find_returns();
    finder.visit_file(&file);
    let left = finder.open.iter().map(|mutant| mutant.number).collect();
    let forms: Vec<_> = finder.forms.into_iter().collect();
    Ok((written(source, 0..source.len(), &forms), left))
}

struct Finder<'a> {
    source: &'a str,
    open: Vec<&'a Mutant>,
    /// What is inserted has no length and comes before all that starts there.
    forms: BTreeMap<Place, (Range<usize>, Form)>,
}

impl<'a> Finder<'a> {
    fn take(&mut self, genre: Genre, wanted: impl Fn(&Mutant) -> bool) -> Variants {
        let is_it = |mutant: &&Mutant| mutant.genre == genre && wanted(mutant);
        let found = self.open.iter().filter(|mutant| is_it(mutant));
        let variants = found
            .map(|mutant| (mutant.number, mutant.replacement.clone()))
            .collect();
        self.open.retain(|mutant| !is_it(mutant));
        variants
    }

    fn put(&mut self, range: Range<usize>, form: Form) {
        let length = if range.is_empty() {
            usize::MAX
        } else {
            range.len()
        };
        let inner = !matches!(form, Form::Guard(_) | Form::Pattern(_));
        let place = (range.start, usize::MAX - length, inner);
        self.forms.insert(place, (range, form));
    }

    fn find_returns(&mut self) {
        // `impl Trait` is one type, which another value is not of.
        let returns = self
            .open
            .iter()
            .filter(|mutant| mutant.genre == Genre::Returns);
        let returns = returns.filter(|mutant| !mutant.name.contains("-> impl "));
        let starts: Vec<usize> = returns.map(|mutant| mutant.span.start).collect();
        for start in starts {
            let variants = self.take(Genre::Returns, |mutant| mutant.span.start == start);
            if !variants.is_empty() {
                self.put(start..start, Form::Return(variants));
            }
        }
    }
}

impl Visit<'_> for Finder<'_> {
    // What the compiler evaluates cannot be chosen at run time.
    fn visit_item_const(&mut self, _: &syn::ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &syn::TraitItemConst) {}
    fn visit_item_static(&mut self, _: &syn::ItemStatic) {}
    fn visit_type_array(&mut self, _: &syn::TypeArray) {}
    fn visit_expr_repeat(&mut self, expression: &syn::ExprRepeat) {
        self.visit_expr(&expression.expr);
    }

    fn visit_expr_binary(&mut self, expression: &syn::ExprBinary) {
        // `if let … && …` has no other operator.
        if binds(&expression.left) || binds(&expression.right) {
            return visit::visit_expr_binary(self, expression);
        }
        let operator = expression.op.span().byte_range();
        let variants = self.take(Genre::Binary, |mutant| mutant.span.start == operator.start);
        if !variants.is_empty() {
            let form = Form::Binary {
                left: expression.left.span().byte_range(),
                right: expression.right.span().byte_range(),
                operator: self.source[operator].to_string(),
                variants,
            };
            self.put(expression.span().byte_range(), form);
        }
        visit::visit_expr_binary(self, expression);
    }

    fn visit_expr_unary(&mut self, expression: &syn::ExprUnary) {
        let operator = expression.op.span().byte_range();
        for (number, _) in self.take(Genre::Unary, |mutant| mutant.span.start == operator.start) {
            let form = Form::Unary {
                operand: expression.expr.span().byte_range(),
                operator: self.source[operator.clone()].to_string(),
                number,
            };
            self.put(expression.span().byte_range(), form);
        }
        visit::visit_expr_unary(self, expression);
    }

    fn visit_arm(&mut self, arm: &syn::Arm) {
        let pattern = arm.pat.span().byte_range();
        let whole = arm.span().byte_range();
        match &arm.guard {
            None => {
                for (number, _) in self.take(Genre::Arm, |mutant| mutant.span.start == whole.start)
                {
                    self.put(pattern.clone(), Form::Pattern(number));
                }
            }
            Some((_, guard)) => {
                let guard = guard.span().byte_range();
                let mut variants =
                    self.take(Genre::Guard, |mutant| mutant.span.start == guard.start);
                let deleted = self.take(Genre::Arm, |mutant| mutant.span.start == whole.start);
                variants.extend(
                    deleted
                        .into_iter()
                        .map(|(number, _)| (number, "false".to_string())),
                );
                if !variants.is_empty() {
                    self.put(guard, Form::Guard(variants));
                }
            }
        }
        visit::visit_arm(self, arm);
    }
}

fn binds(operand: &syn::Expr) -> bool {
    match operand {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(chain) => {
            matches!(chain.op, syn::BinOp::And(_)) && (binds(&chain.left) || binds(&chain.right))
        }
        _ => false,
    }
}

/// This part of the source, with the forms that are in it.
fn written(source: &str, range: Range<usize>, forms: &[(Place, (Range<usize>, Form))]) -> String {
    let mut text = String::new();
    let mut at = range.start;
    for (position, (_, (place, form))) in forms.iter().enumerate() {
        if place.start < at || place.end > range.end || place.start < range.start {
            continue;
        }
        text.push_str(&source[at..place.start]);
        let inner = &forms[position + 1..];
        text.push_str(&rewritten(source, place, form, inner));
        at = place.end;
    }
    text.push_str(&source[at..range.end]);
    text
}

fn rewritten(
    source: &str,
    place: &Range<usize>,
    form: &Form,
    inner: &[(Place, (Range<usize>, Form))],
) -> String {
    let part = |range: &Range<usize>| written(source, range.clone(), inner);
    match form {
        Form::Return(variants) => variants
            .iter()
            .map(|(number, value)| format!("if crate::mutant({number}) {{ return {value}; }} "))
            .collect(),
        Form::Binary {
            left,
            right,
            operator,
            variants,
        } => {
            let (left, right) = (part(left), part(right));
            match operator.as_str() {
                // Both are decided by the first operand or else are the second.
                "&&" => short_circuit(&left, &right, "!=", variants),
                "||" => short_circuit(&left, &right, "==", variants),
                "==" | "!=" | "<" | ">" | "<=" | ">=" => {
                    let choice = choice(variants, operator, |operator| {
                        format!("*a__ {operator} *b__")
                    });
                    format!("(match (&({left}), &({right})) {{ (a__, b__) => {choice} }})")
                }
                _ if operator.ends_with('=') => {
                    let choice = choice(variants, operator, |operator| {
                        format!("{left} {operator} b__")
                    });
                    format!("(match ({right}) {{ b__ => {choice} }})")
                }
                _ => {
                    let choice =
                        choice(variants, operator, |operator| format!("a__ {operator} b__"));
                    format!("(match ({left}, {right}) {{ (a__, b__) => {choice} }})")
                }
            }
        }
        Form::Unary {
            operand,
            operator,
            number,
        } => {
            let operand = part(operand);
            format!(
                "(match ({operand}) {{ a__ => if crate::mutant({number}) {{ a__ }} else {{ {operator}a__ }} }})"
            )
        }
        Form::Pattern(number) => format!("{} if !crate::mutant({number})", part(place)),
        Form::Guard(variants) => {
            let mut guard = format!("({})", part(place));
            for (number, value) in variants {
                guard = format!("(if crate::mutant({number}) {{ {value} }} else {{ {guard} }})");
            }
            guard
        }
    }
}

fn short_circuit(left: &str, right: &str, comparison: &str, variants: &Variants) -> String {
    let number = variants[0].0;
    format!(
        "(match ({left}) {{ a__ => if a__ {comparison} crate::mutant({number}) {{ {right} }} else {{ a__ }} }})"
    )
}

fn choice(variants: &Variants, operator: &str, with: impl Fn(&str) -> String) -> String {
    let others = variants.iter();
    let others: String = others
        .map(|(number, other)| format!("if crate::mutant({number}) {{ {} }} else ", with(other)))
        .collect();
    format!("{others}{{ {} }}", with(operator))
}
