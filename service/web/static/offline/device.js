// Keeping a game for an event, and computing its checks on this device where there is no signal. Nothing of what computes
// is loaded before a page without signal asks for a check.
self.Headjudge = self.Headjudge || {};

(() => {
  // The texts of scripts in the language of the page, which brings them.
  const WORDS = JSON.parse(document.body.dataset.words || "{}");
  const language = () => document.documentElement.lang || "en";
  const _ = (text, values = {}) => (WORDS[text] || text).replace(/%\((\w+)\)s/g, (place, name) => values[name] ?? place);
  const place = document.querySelector("[data-engine]");
  const waiting = new Map();
  let engine = null, worker = null, scripts = null, number = 0;

  const ask = (message) => new Promise((resolve, reject) => {
    if (!worker) {
      worker = new Worker(engine.worker);
      worker.onmessage = ({ data }) => {
        const { done, failed } = waiting.get(data.number);
        waiting.delete(data.number);
        if (data.error) failed(new Error(data.error)); else done(data);
      };
      worker.onerror = (event) => { waiting.forEach(({ failed }) => failed(new Error(event.message))); waiting.clear(); worker = null; };
    }
    number += 1;
    waiting.set(number, { done: resolve, failed: reject });
    worker.postMessage({ ...message, number, engine });
  });

  const script = (address) => new Promise((resolve, reject) => {
    document.head.append(Object.assign(document.createElement("script"), { src: address, onload: resolve, onerror: reject }));
  });
  const rendering = () => {
    scripts = scripts || engine.scripts.reduce((before, address) => before.then(() => script(address)), Promise.resolve());
    return scripts;
  };

  const bundles = new Map();
  const bundle = (game) => {
    if (!bundles.has(game)) bundles.set(game, fetch(`/offline/${encodeURIComponent(game)}.json`).then((reply) => reply.json()));
    return bundles.get(game);
  };

  // The page of a check as a document, computed here; null where the server is to be asked. `page` is what came in the place
  // of the server's page: one that was made on this device names what computes.
  const computed = async (address, page) => {
    const { pathname, searchParams } = new URL(address, location.href);
    const [, kind, game, check] = pathname.split("/").map(decodeURIComponent);
    if (page) {
      const described = page.querySelector("[data-engine]");
      engine = described ? JSON.parse(described.dataset.engine) : null;
      Object.assign(WORDS, engine?.words);
    }
    if (kind !== "checks" || !check || !engine) return null;
    searchParams.delete("lang");  // chooses the page's language, and states nothing
    const [shown, kept] = await Promise.all([ask({ check: `${game}/${check}`, query: [...searchParams] }), bundle(game), rendering()]);
    return new DOMParser().parseFromString(self.Headjudge.checkPage(kept, shown.found, pathname), "text/html");
  };

  const failed = (error) => {
    place.querySelector(".state").textContent = _("Not computed");
    place.querySelector(".summary").textContent = _("This device could not compute the ruling (%(what)s). These are the clauses that it rests on.", { what: error.message });
  };
  if (place) {
    computed(location.href, document).then((page) => {
      document.querySelector("main").replaceChildren(...page.querySelector("main").childNodes);
      document.dispatchEvent(new Event("headjudge:filled"));
    }).catch(failed);
  }
  window.addEventListener("online", () => { engine = null; });
  Object.assign(self.Headjudge, { words: _, translated: _, language, computed, compute: (described, message) => { engine = described; return ask(message); } });

  // The buttons that keep a game for an event; what they say follows from what the worker keeps.
  const buttons = [...document.querySelectorAll("button.for-event")];
  const say = (computes, failure) => buttons.forEach((button) => {
    const kept = computes.includes(button.dataset.game);
    button.hidden = false;
    button.disabled = false;
    button.setAttribute("aria-pressed", String(kept));
    button.textContent = kept ? _("Kept for the event: let it go") : _("Keep this game for the event");
    const told = button.parentElement.querySelector(".for-event-told");
    told.textContent = failure === button.dataset.game ? _("It could not be fetched: try again with signal.")
      : kept ? _("Its rulings are computed on this device without signal.")
        : _("About %(megabytes)s MB, once for all games.", { megabytes: button.dataset.megabytes });
  });
  if (navigator.serviceWorker && buttons.length) {
    let keeping = false;
    navigator.serviceWorker.addEventListener("message", async ({ data }) => {
      if (!data.computes) return;
      if (keeping && !data.failed && !(await caches.match(`${data.engine.program}.started`))) {  // start it once: what it is then is kept too
        engine = data.engine;
        await ask({}).catch(() => null);
        worker?.terminate();
        [engine, worker] = [null, null];
      }
      keeping = false;
      say(data.computes, data.failed);
    });
    buttons.forEach((button) => button.addEventListener("click", async () => {
      const kept = button.getAttribute("aria-pressed") === "true";
      button.disabled = true;
      keeping = !kept;
      if (!kept) button.textContent = _("Fetching it …");
      const { active } = await navigator.serviceWorker.ready;
      active.postMessage({ language: language(), [kept ? "drop" : "keep"]: button.dataset.game });
    }));
  }
})();
