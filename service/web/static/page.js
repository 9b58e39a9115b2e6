// Small comforts of every page: keeping, copying and printing, a filter, keys, the booklet, a copy for use without signal.
(() => {
  const box = document.querySelector("#q");
  const signal = document.querySelector("#signal");
  const version = document.querySelector("meta[name=headjudge-version]")?.content;
  const MOST_KEPT = 60;
  // A text of ours in the page's language; the page brings those of another language than English.
  const _ = self.Headjudge.words;

  const stored = (name) => { try { return JSON.parse(localStorage.getItem(name)) || []; } catch { return []; } };
  const store = (name, list) => { try { localStorage.setItem(name, JSON.stringify(list)); } catch { /* a device that keeps nothing */ } };

  const wire = () => {
    document.querySelectorAll("button.keep").forEach((button) => {
      const { page, title } = button.dataset;
      button.hidden = false;
      const say = () => {
        const kept = stored("kept").some((each) => each.page === page);
        button.textContent = kept ? _("Kept: take it out") : _("Keep for an event");
        button.classList.toggle("on", kept);
      };
      button.onclick = () => {
        const others = stored("kept").filter((each) => each.page !== page);
        store("kept", others.length < stored("kept").length ? others : [...others, { page, title }].slice(-MOST_KEPT));
        say();
      };
      say();
    });
    document.querySelectorAll("button.copy").forEach((button) => {
      const label = button.textContent;
      button.hidden = !navigator.clipboard;
      button.onclick = async () => {
        await navigator.clipboard.writeText(button.dataset.copy || document.querySelector(button.dataset.of).value);
        button.textContent = _("Copied");
        setTimeout(() => { button.textContent = label; }, 1500);
      };
    });
    document.querySelectorAll("button.print:not(.out)").forEach((button) => {
      button.hidden = false;
      button.onclick = () => window.print();
    });
  };

  const filter = document.querySelector("#filter");
  if (filter) {
    filter.parentElement.hidden = false;
    filter.addEventListener("input", () => {
      const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      const lines = [...document.querySelectorAll("[data-line]")];
      lines.forEach((line) => { line.hidden = !wanted.every((word) => line.textContent.toLowerCase().includes(word)); });
      document.querySelectorAll("[data-filter]").forEach((group) => {
        group.hidden = !group.querySelector("[data-line]:not([hidden])");
        if (group.matches("details")) group.open = wanted.length > 0;
      });
      const told = document.querySelector("#filtered");
      const left = lines.filter((line) => !line.hidden).length;
      if (told) [told.hidden, told.textContent] = [!wanted.length, _("%(left)s of %(all)s", { left, all: lines.length })];
    });
  }
  const aimed = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (aimed?.matches("details")) aimed.open = true;

  // The rulings kept for an event, each as its page has it now: verdict, reason, facts, the clause, the link.
  const booklet = document.querySelector("#booklet");
  const leaf = async ({ page, title }) => {
    const reply = await fetch(page).catch(() => null);
    const whole = reply?.ok && new DOMParser().parseFromString(await reply.text(), "text/html");
    const made = document.createElement("section");
    const head = document.createElement("h2");
    const link = Object.assign(document.createElement("a"), { href: page, textContent: title || page });
    const out = Object.assign(document.createElement("button"), { type: "button", className: "print out", textContent: _("Take out") });
    out.onclick = () => { store("kept", stored("kept").filter((each) => each.page !== page)); made.remove(); };
    head.append(link);
    const parts = whole ? [...whole.querySelectorAll(".part > h2, .outcome, .outcome + .citation")] : [];
    parts.forEach((part) => part.querySelectorAll(".choices, .others, .copy, form").forEach((each) => each.remove()));
    const address = Object.assign(document.createElement("p"), { className: "print-only source", textContent: new URL(page, location).href });
    made.append(head, ...(parts.length ? parts : [_("It cannot be read at the moment.")]), address, out);
    return made;
  };
  if (booklet) {
    const kept = stored("kept");
    document.querySelector("#none").hidden = kept.length > 0;
    Promise.all(kept.map(leaf)).then((leaves) => booklet.replaceChildren(...leaves));
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = document.activeElement;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName);
    if (event.key === "/" && !typing) {
      const first = box || filter;
      event.preventDefault();
      if (first) { first.focus(); first.select(); } else location.assign("/");
      return;
    }
    const cited = [...document.querySelectorAll(".citation")];
    const number = cited.indexOf(at.closest?.(".citation"));
    const leaves = at === box && !box.value.slice(event.key === "ArrowUp" ? 0 : box.selectionEnd, event.key === "ArrowUp" ? box.selectionStart : undefined).trim();
    if (/^Arrow(Down|Up)$/.test(event.key) && cited.length && (!typing || leaves)) {
      event.preventDefault();
      const next = Math.max(0, number + (event.key === "ArrowDown" ? 1 : -1));
      if (event.key === "ArrowUp" && number <= 0 && box) box.focus(); else cited[Math.min(cited.length - 1, next)].focus();
    }
    if (event.key === "c" && !typing && !String(getSelection())) {
      (cited[number]?.querySelector(".copy") || document.querySelector(".actions .copy") || document.querySelector(".copy"))?.click();
    }
  });
  if (matchMedia("(min-width: 60rem)").matches) document.querySelectorAll(".toc details").forEach((list) => { list.open = true; });

  // The worker keeps the games on the device; it is told which version the server answers from.
  const keep = async (current) => {
    if (!current || !navigator.serviceWorker) return;
    const worker = await navigator.serviceWorker.ready;
    worker.active.postMessage({ version: current, language: document.documentElement.lang });
  };
  if (navigator.serviceWorker) {
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      const told = document.querySelector("#kept");
      if (told && data.kept) {
        const count = data.games.length;
        told.textContent = count === 1 ? _("Kept on this device for use without signal: %(count)s game.", { count })
          : _("Kept on this device for use without signal: %(count)s games.", { count });
      }
    });
    navigator.serviceWorker.register("/sw.js").catch(() => null);
    keep(version);
  }
  const offline = document.body.classList.contains("offline");
  window.addEventListener("offline", () => { signal.hidden = false; });
  window.addEventListener("online", () => {
    if (!offline) { signal.hidden = true; return; }
    const link = Object.assign(document.createElement("a"), { href: location.href, textContent: _("Read this page from the server") });
    signal.replaceChildren(_("Signal may be back."), " ", link);
  });
  // What an answer that comes in the place of another one is given too (headjudge.js).
  self.Headjudge.page = { stored, store, wire, keep };
  wire();
})();
