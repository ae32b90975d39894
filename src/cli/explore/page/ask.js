// Asking the server: a newer question of the same place ends the older one.

const page = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const underWay = new Map();
const attempts = 4;

// The answer to a question; nothing if a newer one has taken its place.
export async function ask(place, question) {
  underWay.get(place)?.abort();
  const control = new AbortController();
  underWay.set(place, control);
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const answer = await once(place, question, control.signal);
      if (answer !== "busy") return answer;
      await new Promise((go) => setTimeout(go, 400));
    }
    return { status: 3, sentence: "The server is busy with other questions; change something to ask again.", html: "" };
  } catch (error) {
    if (error.name === "AbortError") return null;
    return { status: 2, sentence: "The server does not answer: is peskun explore still running?", html: "" };
  } finally {
    if (underWay.get(place) === control) underWay.delete(place);
  }
}

export function forget(place) {
  underWay.get(place)?.abort();
}

async function once(place, question, signal) {
  const response = await fetch("/answer", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ page: `${page}-${place}`, ...question }),
    signal,
  });
  const answer = await response.json();
  if (response.ok) return answer;
  if (response.status === 503) return "busy";
  if (response.status === 409) return null;
  return { status: 2, sentence: answer.refused, html: "" };
}
