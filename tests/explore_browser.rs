//! The live page and the report as a browser shows them; skipped where there is
//! no Chromium.

use crate::report::made;
use crate::support::browser::Browser;
use crate::support::server::Server;

/// The text of a fact of the first answer.
fn fact(name: &str) -> String {
    format!(
        "Array.from(document.querySelectorAll('#answers dt')).find(dt => dt.textContent === '{name}')?.nextElementSibling?.textContent"
    )
}

const SETTLED: &str = "document.getElementById('answers').getAttribute('aria-busy') === 'false' && document.querySelectorAll('#answers article, #answers .sentence').length > 0";

/// Nothing sticks out to the side.
const FITS: &str = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";

#[test]
fn a_rule_is_typed_its_verdict_read_and_its_link_reopened() {
    let Some(mut browser) = Browser::start("explore-browser") else {
        return;
    };
    let server = Server::start();
    let address = format!("http://{}/", server.address);
    browser.open(&address);
    browser.wait_for(SETTLED);
    browser.type_into("rule", "if a[1] > 1 { 1 } else { 2 }");
    browser.wait_for(&format!("{} === 'invalid'", fact("verdict")));
    let witness = browser.value(&fact("reversible"));
    assert!(
        witness
            .as_str()
            .is_some_and(|text| text.contains("293/1300")),
        "{witness}"
    );
    browser.type_into("rule", "argmax([min(r[1], r_rev[1]), min(r[2], r_rev[2])])");
    browser.wait_for(&format!("{} === 'valid'", fact("verdict")));
    browser.type_into("rule", "if a[1] > 1 { 2 } else { 1 }");
    browser.wait_for(&format!("{} === 'invalid'", fact("verdict")));
    browser.wait_for(SETTLED);
    let answers = "document.getElementById('answers').innerText";
    let seen = browser.value(answers);
    let link = browser.value("document.getElementById('link').href");
    let link = link.as_str().expect("a link").to_string();
    assert_eq!(browser.value("location.href"), link.as_str());
    browser.open(&link);
    browser.wait_for(SETTLED);
    assert_eq!(
        browser.value("document.getElementById('rule').value"),
        "if a[1] > 1 { 2 } else { 1 }"
    );
    assert_eq!(browser.value(answers), seen);
    // The arrow keys lead through the matrix, and each cell shows its number.
    browser.value("document.querySelector('.matrix td').focus(); true");
    browser.press("ArrowRight");
    browser.press("ArrowDown");
    let shown = "Array.from(document.querySelectorAll('.matrix td .whole')).filter(whole => getComputedStyle(whole).display !== 'none').map(whole => whole.textContent).join(',')";
    let whole = browser.value(shown);
    assert!(
        whole
            .as_str()
            .is_some_and(|text| text.starts_with("P(b → b) = ")),
        "{whole}"
    );
    // A rule that never ends, and one that is wrong, are answered in a sentence.
    for (text, words) in [("loop { }", "does not end"), ("if r[1", "line 1")] {
        browser.type_into("rule", text);
        let sentence = "document.querySelector('#answers .sentence')?.textContent ?? ''";
        browser.wait_for(&format!("({sentence}).includes('{words}')"));
    }
    assert_eq!(browser.complaints, [] as [String; 0]);
}

#[test]
fn every_kind_of_question_fits_every_window() {
    let Some(mut browser) = Browser::start("explore-windows") else {
        return;
    };
    let server = Server::start();
    for (state, words) in [
        (
            "about=kernels&model=ising-3x3&kernels=mpmc,sve,mabmc",
            "The kernel mabmc on ising-3x3",
        ),
        (
            "about=rule&model=three-point-pair&rule=max-draws",
            "The ladder of rules",
        ),
        ("about=step", "Is the step a right sampler?"),
        ("about=rule&model=pasted&text=name", "model.toml"),
    ] {
        for width in [400, 1280] {
            for dark in [false, true] {
                browser.window(width, dark);
                browser.open(&format!("http://{}/#{state}", server.address));
                browser.wait_for(SETTLED);
                browser.wait_for(&format!("document.body.innerText.includes('{words}')"));
                assert_eq!(browser.value(FITS), true, "{state} {width}");
            }
        }
    }
    // A finger is as good as a key.
    browser.window(400, false);
    browser.open(&format!("http://{}/#about=step", server.address));
    browser.wait_for(SETTLED);
    let place = browser.value(
        "(() => { const cell = document.querySelector('.matrix td'); cell.scrollIntoView({ block: 'center' }); const box = cell.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; })()",
    );
    browser.tap(&place[0], &place[1]);
    browser.wait_for(
        "getComputedStyle(document.querySelector('.matrix td .whole')).display === 'block'",
    );
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// A page that complains is noticed.
#[test]
fn complaints_are_heard() {
    let Some(mut browser) = Browser::start("explore-complaints") else {
        return;
    };
    let server = Server::start();
    browser.open(&format!("http://{}/nothing", server.address));
    browser.value("console.error('no'); setTimeout(() => { throw 1 }, 0); true");
    browser.wait_for("document.readyState === 'complete'");
    assert!(browser.complaints.len() >= 2, "{:?}", browser.complaints);
}

#[test]
fn the_report_filters_folds_and_fits() {
    let Some(mut browser) = Browser::start("report-browser") else {
        return;
    };
    let (out, run) = made();
    assert_eq!(run.status, 0, "{}", run.stderr);
    let address = format!("file://{}/index.html", out.display());
    for width in [400, 1280] {
        for dark in [false, true] {
            browser.window(width, dark);
            browser.open(&address);
            browser.wait_for("document.readyState === 'complete'");
            assert_eq!(browser.value(FITS), true, "{width}");
        }
    }
    let visible = |selector: &str| {
        format!(
            "Array.from(document.querySelectorAll('{selector}')).filter(one => one.checkVisibility()).length"
        )
    };
    let count = |browser: &mut Browser, selector: &str| {
        browser
            .value(&visible(selector))
            .as_u64()
            .expect("a number")
    };
    let (claims, sections) = (
        count(&mut browser, ".claim"),
        count(&mut browser, ".claims"),
    );
    assert!(claims > 50 && sections > 5, "{claims} {sections}");
    let click = |browser: &mut Browser, id: &str| {
        browser.value(&format!("document.getElementById('{id}').click(); true"));
    };
    click(&mut browser, "show-verified");
    let left = count(&mut browser, ".claim");
    assert_eq!(count(&mut browser, ".claim.verified"), 0);
    assert!(left > 0 && left < claims);
    click(&mut browser, "show-corrected");
    let shown = count(&mut browser, ".claims");
    let filled = count(&mut browser, ".claims:has(.refuted, .settled)");
    assert!(
        shown == filled && shown < sections,
        "empty sections are hidden: {shown} {filled}"
    );
    assert_eq!(count(&mut browser, ".none"), 0);
    for verdict in ["refuted", "settled"] {
        click(&mut browser, &format!("show-{verdict}"));
    }
    assert_eq!(count(&mut browser, ".claim"), 0);
    assert_eq!(count(&mut browser, ".claims"), 0);
    assert_eq!(count(&mut browser, ".none"), 1);
    browser.open(&address);
    browser.wait_for("document.readyState === 'complete'");
    click(&mut browser, "show-witness");
    let without = count(&mut browser, ".claim");
    assert!(without < claims && without > 0, "grades filter as well");
    // The section list stays in view.
    browser.value("window.scrollTo(0, 4000); true");
    let top = browser.value("document.querySelector('.contents').getBoundingClientRect().top");
    assert_eq!(top, 0);
    assert_eq!(browser.complaints, [] as [String; 0]);
}
