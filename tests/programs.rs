//! Kernels over a pipe that keep to the protocol: the clients of the guide, and
//! what the protocol allows.

use crate::support;

use std::process::Command;

use peskun::chains::{Chain, Holds, Requirement, verify};
use peskun::chance::{Chance, Interrupted, Question, Sampler};
use peskun::kernels::{FiniteKernel, Kernel};
use peskun::outside::{Program, ProgramLimits};
use support::command::Scratch;
use support::programs::{HEADER, Watched, impatient, is_there, patient};
use support::q;
use support::waiting::Bounded;

const CLIENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/clients");

fn start(command: &str) -> Program {
    Program::start(command, patient()).expect(command)
}

/// The walk on a ring of weights 1, 2, 3, 6, worked out by hand.
fn assert_is_the_walk(command: &str) {
    let verification = verify(&start(command)).expect(command);
    let chain = verification.chain();
    assert_eq!(chain.states(), ["a", "b", "c", "d"]);
    assert_eq!(chain.target(), [q(1, 12), q(1, 6), q(1, 4), q(1, 2)]);
    let rows = [
        [q(0, 1), q(1, 2), q(0, 1), q(1, 2)],
        [q(1, 4), q(1, 4), q(1, 2), q(0, 1)],
        [q(0, 1), q(1, 3), q(1, 6), q(1, 2)],
        [q(1, 12), q(0, 1), q(1, 4), q(2, 3)],
    ];
    for (from, row) in rows.iter().enumerate() {
        assert_eq!(chain.matrix().full_row(from), row, "{command}");
    }
    for requirement in [Requirement::Reversible, Requirement::Ergodic] {
        assert_eq!(verification.verdicts().meet(requirement), Holds::Yes);
    }
}

#[test]
fn the_client_in_python() {
    assert_is_the_walk(&format!("python3 '{CLIENTS}/walk.py'"));
}

#[test]
fn the_client_in_r() {
    if !is_there("Rscript") {
        return println!("not run: no Rscript");
    }
    assert_is_the_walk(&format!("Rscript '{CLIENTS}/walk.R'"));
}

#[test]
fn the_client_in_cpp() {
    if !is_there("g++") {
        return println!("not run: no g++");
    }
    let scratch = Scratch::new("client-cpp");
    let walk = scratch.path("walk");
    let source = format!("{CLIENTS}/walk.cpp");
    let compiled = Command::new("g++")
        .args(["-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&walk)
        .arg(source)
        .ended();
    assert!(compiled.expect("g++").status.success());
    assert_is_the_walk(&format!("'{}'", walk.display()));
}

/// The awk of Debian and Ubuntu keeps its input in a buffer unless it is told not to.
#[test]
fn a_buffer_that_holds_lines_is_named() {
    if !is_there("mawk") {
        return println!("not run: no mawk");
    }
    let script = r#"BEGIN { print "peskun 1\nstates a b\ntarget 1 1\nready"; fflush() }
        $1 == "step" { print "coin 1/2"; fflush() }
        $1 == "1" { print "to a"; fflush() }
        $1 == "0" { print "to b"; fflush() }"#;
    let right = start(&format!("mawk -W interactive '{script}'"));
    assert!(verify(&right).expect("a chain").is_right());
    let program = Program::start(&format!("mawk '{script}'"), impatient()).expect("it starts");
    let why = verify(&program).expect_err("nothing is heard");
    assert!(why.is_undecided(), "{why}");
    for words in [
        "`python3 -u`",
        "`mawk -W interactive`",
        "`stdbuf -oL COMMAND`",
        "--timeout",
    ] {
        assert!(why.to_string().contains(words), "{why}");
    }
    let page = include_str!("../src/guide/kernels_over_a_pipe/README.md");
    for words in [
        "`python3 -u`",
        "`mawk -W interactive`",
        "`stdbuf -oL COMMAND`",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn clients_are_short_and_the_page_shows_one() {
    for (name, source) in [
        ("walk.py", include_str!("../src/guide/clients/walk.py")),
        ("walk.R", include_str!("../src/guide/clients/walk.R")),
        ("walk.cpp", include_str!("../src/guide/clients/walk.cpp")),
    ] {
        assert!(source.lines().count() < 30, "{name}");
    }
    let page = include_str!("../src/guide/kernels_over_a_pipe/README.md");
    let shown = format!(
        "```python\n{}```",
        include_str!("../src/guide/clients/walk.py")
    );
    assert!(page.contains(&shown), "the page shows another walk.py");
}

#[test]
fn a_client_can_be_sampled() {
    let program = start(&format!("python3 '{CLIENTS}/walk.py'"));
    let mut chance = Sampler::new(1, 0);
    let mut visits = [0; 4];
    let mut state = 0;
    for _ in 0..2_000 {
        state = program.step(&state, &mut chance).expect("a step").state;
        visits[state] += 1;
    }
    assert!(visits.iter().all(|&count| count > 50), "{visits:?}");
    assert!(visits[3] > visits[0], "{visits:?}");
}

/// A loop that answers every step with these commands.
fn serving(body: &str) -> String {
    format!("{HEADER}; while read -r order from && [ \"$order\" = step ]; do {body}; done")
}

#[test]
fn doubles_hold_within_rounding() {
    let body = r#"
        if [ "$from" = a ]; then echo "coin ~0.3"; else echo "coin 0x1.999999999999ap-4"; fi
        read -r moves
        case "$from$moves" in a0|b1) echo "to a";; *) echo "to b";; esac"#;
    let script = serving(body).replace("target 1 1", "target 1 3");
    let program = start(&script);
    assert!(!program.used_doubles(), "the target is exact");
    let verification = verify(&program).expect("a chain");
    assert!(verification.chain().used_doubles());
    let Holds::Within(within) = verification.verdicts().meet(Requirement::Sampler) else {
        panic!("{verification}");
    };
    let errors = [within.error, within.relative];
    assert!(errors.iter().all(|error| error.is_positive()));
    assert!(
        errors
            .into_iter()
            .all(|error| error < q(1, 1_000_000_000_000))
    );

    let script = serving("echo \"to $from\"").replace("target 1 1", "target ~1 1");
    assert!(start(&script).used_doubles());
}

#[test]
fn decimals_are_exact() {
    let body = r#"echo "draw 0.1 0 2e-1"; read -r drawn
        if [ "$drawn" = 0 ]; then echo "to a"; else echo "to b"; fi"#;
    let chain = Chain::of(&start(&serving(body))).expect("a chain");
    assert!(!chain.used_doubles());
    assert_eq!(chain.matrix().entry(0, 0), &q(1, 3));
}

/// Labels are JSON strings where they have blanks; the program is told them as
/// it wrote them.
#[test]
fn labels_with_blanks() {
    let body = r#"
        case "$from" in
            '"at home"') echo 'to "\u0061way"';;
            '"a\"b"') echo 'to "at home"';;
            away) echo 'to "a\"b"';;
            *) echo "fail told about $from";;
        esac"#;
    let header = r#"printf '%s\n' 'peskun 1' 'states "at home" away "a\"b"' 'target 1 1 1' ready"#;
    let script = serving(body).replace(HEADER, header);
    let program = start(&script);
    assert_eq!(program.label(&0), "at home");
    assert_eq!(program.label(&2), "a\"b");
    let verification = verify(&program).expect("a chain");
    assert_eq!(verification.verdicts().period, 3);
}

/// What is certain is no question of the enumeration, and is answered.
#[test]
fn certain_answers_are_given() {
    let body = r#"
        echo "coin 1"; read -r one
        echo "coin 0"; read -r zero
        echo "draw 0 0 5"; read -r two
        echo "uniform 1"; read -r first
        if [ "$one$zero$two$first" = 1020 ]; then echo "to b"; else echo "to a"; fi"#;
    let chain = Chain::of(&start(&serving(body))).expect("a chain");
    assert_eq!(chain.paths(), Some(2));
    assert_eq!(chain.matrix().entry(0, 1), &q(1, 1));
}

/// Steps within the answers of another step: each needs a program of its own.
struct Nested<'a>(&'a Program, usize);

impl Chance for Nested<'_> {
    fn answer(&mut self, _: Question<'_>) -> Result<usize, Interrupted> {
        if self.1 > 0 {
            let step = self.0.step(&0, &mut Nested(self.0, self.1 - 1))?;
            assert_eq!(step.state, 0);
        }
        Ok(1)
    }
}

const FAIR: &str = r#"echo "coin 1/2"; read -r heads
    if [ "$heads" = 1 ]; then echo "to a"; else echo "to b"; fi"#;

#[test]
fn steps_at_the_same_time_have_a_program_each() {
    let watched = Watched::new("pool");
    let program = start(&watched.command(&serving(FAIR)));
    for _ in 0..3 {
        program.step(&0, &mut Nested(&program, 3)).expect("a step");
    }
    assert_eq!(watched.count(), 4, "programs that wait are used again");
    drop(program);
    watched.assert_nothing_is_left();
}

#[test]
fn a_program_says_the_same_states_every_time() {
    let watched = Watched::new("other-states");
    let header = r#"
        if [ -e "$folder/again" ]; then last=c; else last=b; touch "$folder/again"; fi
        printf 'peskun 1\nstates a %s\ntarget 1 1\nready\n' $last"#;
    let script = serving(FAIR).replace(HEADER, header);
    let program = start(&watched.command(&script));
    let error = program.step(&0, &mut Nested(&program, 1));
    let error = error.expect_err("other states").to_string();
    assert!(error.contains("said other states or weights"), "{error}");
    drop(program);
    watched.assert_nothing_is_left();
}

/// Where the source of randomness stops a step, the next step has a new program.
#[test]
fn a_step_that_chance_stops_leaves_nothing_and_spoils_nothing() {
    let watched = Watched::new("stopped");
    let program = start(&watched.command(&serving(FAIR)));
    let stopped = peskun::chance::replay(&[], |chance| program.step(&0, chance));
    assert_eq!(stopped, Err(Interrupted::ScriptEnded { answers: 0 }));
    watched.assert_nothing_is_left();
    assert!(verify(&program).expect("a chain").is_right());
    drop(program);
    watched.assert_nothing_is_left();
}

#[test]
fn a_program_that_ends_by_itself_is_not_waited_for() {
    let watched = Watched::new("ends");
    let script = format!("{}; touch \"$folder/done\"", serving(FAIR));
    let limits = ProgramLimits::default().with_grace(std::time::Duration::from_secs(600));
    let program = Program::start(&watched.command(&script), limits).expect("it starts");
    assert!(verify(&program).expect("a chain").is_right());
    drop(program);
    watched.assert_nothing_is_left();
}
