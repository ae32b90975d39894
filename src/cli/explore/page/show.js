// Answers on the page, each in its place, and the arrow keys in a matrix.

const answers = document.getElementById("answers");
const places = [];

// As many places as there are questions.
export function prepare(count) {
  while (places.length > count) places.pop().remove();
  while (places.length < count) {
    const place = document.createElement("div");
    answers.append(place);
    places.push(place);
  }
}

export function asking(position) {
  places[position].classList.add("asking");
  answers.setAttribute("aria-busy", "true");
}

// What the server sends is made by the reports of the program, which write out
// everything that means something in HTML.
export function show(position, answer) {
  const place = places[position];
  if (!place) return;
  place.classList.remove("asking");
  place.dataset.status = answer.status;
  place.innerHTML = answer.html;
  if (answer.sentence) {
    const sentence = document.createElement("p");
    sentence.className = answer.status === 3 ? "sentence" : "sentence wrong";
    sentence.textContent = answer.sentence;
    place.append(sentence);
  }
  // What is wrong for several questions is said once.
  const said = new Set();
  for (const one of answers.querySelectorAll(".sentence")) {
    one.hidden = said.has(one.textContent);
    said.add(one.textContent);
  }
  const busy = places.some((other) => other.classList.contains("asking"));
  answers.setAttribute("aria-busy", String(busy));
}

const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

answers.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.(".matrix td");
  const move = moves[event.key];
  if (!cell || !move) return;
  const row = cell.parentElement;
  const rows = Array.from(row.parentElement.children);
  const next = rows[rows.indexOf(row) + move[0]]?.children[cell.cellIndex + move[1]];
  if (next?.tagName !== "TD") return;
  event.preventDefault();
  next.focus();
});

// Links within an answer would replace the state that is in the address.
answers.addEventListener("click", (event) => {
  if (!event.target.closest?.(".permalink")) return;
  event.preventDefault();
  event.target.closest("article").scrollIntoView();
});
