// Asks the worker, which has the rules.

let worker = null;
let asked = 0;
const answers = new Map();

class Refusal extends Error {
  constructor(refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

function start(address) {
  worker = new Worker(address);
  worker.onmessage = (event) => {
    const { id, answer, refusal, fault } = JSON.parse(event.data);
    const { resolve, reject } = answers.get(id);
    answers.delete(id);
    if (refusal) reject(new Refusal(refusal));
    else if (fault) reject(new Error(fault));
    else resolve(answer);
  };
  worker.onerror = () => {
    ready = false;
    answers.forEach(({ reject }) => reject(new Error("no worker")));
  };
}

// `more` is what the question has besides, as JSON text without its first brace.
function ask(what, more = "}") {
  const id = ++asked;
  return new Promise((resolve, reject) => {
    answers.set(id, { resolve, reject });
    worker.postMessage(`{"id":${id},"ask":"${what}"${more === "}" ? "" : ","}${more}`);
  });
}
const askWith = (what, said) => ask(what, JSON.stringify(said).slice(1));

// Questions that belong together are asked in turn.
let turn = Promise.resolve();
function inTurn(work) {
  const next = turn.then(work);
  turn = next.catch(() => {});
  return next;
}
