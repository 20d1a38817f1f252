// A page that is not seen gives up its stream: over HTTP/1.1 a browser opens six connections to a site,
// for all its tabs together. Seen again it opens another, whose first event tells the version.
htmx.createEventSource = (url) => {
  const listeners = new Map();
  let source = null;

  function turn() {
    if (document.hidden) {
      source?.close();
      source = null;
    } else if (!source) {
      source = new EventSource(url);
      source.onopen = (event) => stream.onopen(event);
      source.onerror = (event) => {
        // For good: htmx's extension makes another.
        if (event.target.readyState === EventSource.CLOSED) document.removeEventListener("visibilitychange", turn);
        stream.onerror(event);
      };
      listeners.forEach((name, listener) => source.addEventListener(name, listener));
    }
  }

  const stream = {
    get readyState() { return source ? source.readyState : EventSource.CONNECTING; },
    addEventListener(name, listener) {
      listeners.set(listener, name);
      source?.addEventListener(name, listener);
    },
    removeEventListener(name, listener) {
      listeners.delete(listener);
      source?.removeEventListener(name, listener);
    },
    close() {
      document.removeEventListener("visibilitychange", turn);
      source?.close();
    },
  };
  document.addEventListener("visibilitychange", turn);
  turn();
  return stream;
};
