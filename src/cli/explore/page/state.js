// What is on the page, and its link: the state is the fragment of the address.

export const usual = {
  about: "rule",
  model: "bernoulli-pair",
  text: "",
  rule: "if r[1] > r[2] { 1 } else { 2 }",
  arms: "mpmc,sve",
  tie: "first",
  reading: "fresh",
  kernels: "mpmc,sve,mabmc",
  step: 'let to = choose(["a", "b", "c"]);\nif accept(weight(to) / weight(state)) { to } else { state }',
  states: "a,b,c",
  target: "1,2,3",
};

// What matters for each kind of question, and so belongs to its link.
const fields = {
  rule: ["model", "text", "rule", "arms", "tie", "reading"],
  kernels: ["model", "text", "kernels", "tie"],
  step: ["step", "states", "target"],
};

export const pasted = "pasted";

export function fragment(state) {
  const parameters = new URLSearchParams({ about: state.about });
  for (const name of fields[state.about]) {
    if (name === "text" && state.model !== pasted) continue;
    parameters.set(name, state[name]);
  }
  return "#" + parameters;
}

export function fromFragment(text) {
  const parameters = new URLSearchParams(text.replace(/^#/, ""));
  const state = { ...usual };
  for (const [name, value] of parameters) {
    if (name in usual) state[name] = value;
  }
  if (!(state.about in fields)) state.about = usual.about;
  return state;
}

// The questions that a state asks, in the order of their answers.
export function questions(state) {
  const model = state.model === pasted ? { model: pasted, text: state.text } : { model: state.model };
  const { rule, arms, tie, reading, step, states, target } = state;
  if (state.about === "step") return [{ part: "step", step, states, target }];
  if (state.about === "rule") {
    return [
      { part: "rule", ...model, rule, arms, tie, reading },
      { part: "ladder", ...model, rule, arms, tie },
    ];
  }
  const kernels = state.kernels.split(",").filter((name) => name !== "");
  const tables = kernels.map((kernel) => ({ part: "kernel", ...model, kernel, tie }));
  return kernels.length > 1 ? [{ part: "compare", ...model, kernels, tie }, ...tables] : tables;
}
