// Sends questions to the worker, which has the rules, and receives its answers.

let worker = null;
let lastId = 0;
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

// Asks the worker. `more` has the further fields of the question, as JSON text without the opening
// brace.
function ask(what, more = "}") {
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    answers.set(id, { resolve, reject });
    worker.postMessage(`{"id":${id},"ask":"${what}"${more === "}" ? "" : ","}${more}`);
  });
}
const askWith = (what, question) => ask(what, JSON.stringify(question).slice(1));

// Runs pieces of work one after another, so that the questions of one piece are not mixed with
// others.
let turn = Promise.resolve();
function inTurn(work) {
  const next = turn.then(work);
  turn = next.catch(() => {});
  return next;
}
