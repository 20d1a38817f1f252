// Closes the stream of a page while the page is hidden, because over HTTP/1.1 a browser opens only
// six connections to a site for all its tabs. When the page is shown again, a new stream opens. Its
// first event has the version.
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
        // The stream is closed for good, so htmx's extension makes a new one.
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
