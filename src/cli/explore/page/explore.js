// The page: what is picked and typed becomes a state, and the state is asked.

import { ask, forget } from "/ask.js";
import { asking, prepare, show } from "/show.js";
import { fragment, fromFragment, pasted, questions, usual } from "/state.js";

const element = (id) => document.getElementById(id);
const form = element("form");
const texts = ["model", "text", "rule", "arms", "tie", "reading", "step", "states", "target"];
const examples = [
  ["the larger mean acceptance: valid?", "if r[1] > r[2] { 1 } else { 2 }"],
  ["the smaller of both directions", "argmax([min(r[1], r_rev[1]), min(r[2], r_rev[2])])"],
  ["a drawn ratio decides", "if a[1] > 1 { 1 } else { 2 }"],
  ["a coin", "[1/3, 2/3]"],
  ["one that never ends", "loop { }"],
];
const pause = 120;
let catalog = { models: [], kernels: [], rules: [] };
let state = { ...usual };
let timer;
let asked = 0;

function option(value, label) {
  const made = document.createElement("option");
  made.value = value;
  made.textContent = label;
  return made;
}

function fill() {
  element("model").append(...catalog.models.map((model) => option(model.name, model.name)), option(pasted, "pasted below"));
  const named = catalog.rules.filter((rule) => /^[a-z-]+$/.test(rule.name) && rule.name !== "best-over-draws");
  const all = [...examples, ...named.map((rule) => [`${rule.name}: ${rule.summary}`, rule.name])];
  element("examples").append(...all.map(([label, value]) => option(value, label)));
  const plain = catalog.kernels.flatMap(({ name, summary }) => {
    if (name.startsWith("rule:")) return [];
    return [{ name: name.replace(/:N$/, ":2").replace(/:K$/, ":2"), summary }];
  });
  for (const { name, summary } of plain) {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.name = "kernel";
    box.value = name;
    const about = document.createElement("small");
    about.textContent = ` ${summary}`;
    const label = document.createElement("label");
    label.append(box, ` ${name}`, about);
    element("kernels").append(label);
  }
  element("version").textContent = catalog.version;
}

// The state is put on the page.
function write() {
  for (const name of texts) {
    if (element(name).value !== state[name]) element(name).value = state[name];
  }
  form.elements.about.value = state.about;
  const chosen = state.kernels.split(",");
  for (const box of form.querySelectorAll("[name=kernel]")) box.checked = chosen.includes(box.value);
  arrange();
}

// Only what matters is shown.
function arrange() {
  for (const section of form.querySelectorAll("section")) section.hidden = !section.classList.contains(`of-${state.about}`);
  const model = catalog.models.find((known) => known.name === state.model);
  element("pasted").hidden = state.model !== pasted;
  element("model-summary").textContent = model?.summary ?? "the file below";
  element("edit-model").hidden = !model?.text;
}

function read() {
  for (const name of texts) state[name] = element(name).value;
  state.about = form.elements.about.value;
  const boxes = Array.from(form.querySelectorAll("[name=kernel]:checked"));
  state.kernels = boxes.map((box) => box.value).join(",");
}

function changed() {
  read();
  arrange();
  const link = fragment(state);
  history.replaceState(null, "", link);
  element("link").href = link;
  clearTimeout(timer);
  timer = setTimeout(answer, pause);
}

function answer() {
  const list = questions(state);
  prepare(list.length);
  for (let place = list.length; place < asked; place += 1) forget(place);
  asked = list.length;
  list.forEach(async (question, place) => {
    asking(place);
    const found = await ask(place, question);
    if (found) show(place, found);
  });
}

function reopen() {
  state = fromFragment(location.hash);
  write();
  element("link").href = fragment(state);
  answer();
}

form.addEventListener("input", (event) => {
  if (event.target === element("examples")) {
    element("rule").value = event.target.value || element("rule").value;
    event.target.value = "";
  }
  changed();
});
form.addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("hashchange", reopen);
element("edit-model").addEventListener("click", () => {
  const model = catalog.models.find((known) => known.name === state.model);
  element("text").value = model.text;
  element("model").value = pasted;
  changed();
  element("text").focus();
});

catalog = await (await fetch("/catalog")).json();
fill();
reopen();
