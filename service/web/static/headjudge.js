// Small comforts over pages that work without: answers as you type, keys, copying, and a copy for use without signal.
(() => {
  const box = document.querySelector("#q");
  const game = document.querySelector("#game");
  const facts = document.querySelector("#facts");
  const signal = document.querySelector("#signal");
  const version = document.querySelector("meta[name=headjudge-version]")?.content;
  const WAIT_MS = 200, HEAR_MS = 700;
  let timer, asked = 0;

  const wire = () => {
    document.querySelectorAll("button.copy").forEach((button) => {
      const label = button.textContent;
      button.hidden = !navigator.clipboard;
      button.onclick = async () => {
        await navigator.clipboard.writeText(button.dataset.copy || document.querySelector(button.dataset.of).value);
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = label; }, 1500);
      };
    });
    document.querySelectorAll("button.print").forEach((button) => {
      button.hidden = false;
      button.onclick = () => window.print();
    });
  };

  // Put the part of another address' page in the place of this page's; nothing where a later one was asked for.
  const replace = async (address, part, also, shown = address) => {
    const number = ++asked;
    const reply = await fetch(address).catch(() => null);
    if (!reply || reply.status >= 500 || number !== asked) return;
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const fresh = page.querySelector(part);
    if (!fresh || number !== asked) return;
    const place = document.querySelector(part);
    const open = [...place.querySelectorAll("details[id][open]")].map((each) => each.id);
    place.replaceChildren(...fresh.childNodes);
    also?.(page);
    open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
    document.title = page.title;
    signal.hidden = page.querySelector("#signal")?.hidden ?? true;
    history.replaceState(null, "", shown);
    keep(page.querySelector("meta[name=headjudge-version]")?.content);
    wire();
  };
  // Where a language model is asked the verdict comes later, in the place of the clauses alone; else that without it.
  const hear = async () => {
    const slow = document.querySelector("#answer [data-assistant]");
    if (!slow) return;
    const number = asked + 1;
    await replace(slow.dataset.assistant, "#answer", null, location.href);
    if (slow.isConnected && number === asked) await replace(slow.dataset.words, "#answer");
  };
  let hearing;
  const hearLater = () => { clearTimeout(hearing); hearing = setTimeout(hear, HEAR_MS); };
  hearLater();
  const later = (work) => { clearTimeout(timer); timer = setTimeout(work, WAIT_MS); };

  const ask = () => {
    const query = new URLSearchParams({ q: box.value.trim() });
    if (game.value) query.set("game", game.value);
    return replace(box.value.trim() ? `/?${query}` : "/", "#answer").then(hearLater);
  };
  if (box && document.querySelector("#answer")) {
    box.addEventListener("input", () => { if (box.value.trim().length !== 1) later(ask); });
    game.addEventListener("change", () => { if (box.value.trim()) later(ask); });
  }

  // Which fields there are follows from the facts: a card's own conditions, the properties of what is listed.
  const follow = (page) => {
    document.querySelector("#now")?.replaceChildren(...(page.querySelector("#now")?.childNodes || []));
    const [here, there] = [document.querySelector("#fields"), page.querySelector("#fields")];
    const names = (fields) => [...fields.querySelectorAll("[id]")].map((each) => each.id).join();
    if (!there || names(here) === names(there)) return;
    const { id, selectionStart } = document.activeElement;
    here.replaceChildren(...there.childNodes);
    const again = document.getElementById(id);
    again?.focus();
    if (again?.type === "text") again.setSelectionRange(selectionStart, selectionStart);
  };
  const compute = () => {
    const filled = [...new FormData(facts)].filter(([, value]) => value !== "");
    const query = new URLSearchParams(filled).toString();
    return replace(query ? `${facts.getAttribute("action")}?${query}` : facts.getAttribute("action"), "#result", follow);
  };
  const fillIn = (event) => {
    const link = event.target.closest("a");
    const field = link?.hash && link.pathname === location.pathname && document.getElementById(link.hash.slice(1));
    const known = link?.classList.contains("answer") && document.getElementById(link.dataset.fact);
    if (known?.matches("select, input")) {
      event.preventDefault();
      known.value = link.dataset.value;
      compute();
    } else if (field) {
      event.preventDefault();
      (field.matches("input, select") ? field : field.querySelector("input"))?.focus();
    }
  };
  if (facts) {
    facts.addEventListener("input", () => { asked++; later(compute); });  // a reply to less than what stands there now would undo it
    facts.addEventListener("submit", (event) => { event.preventDefault(); compute(); });
    document.querySelector("#result").addEventListener("click", fillIn);
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.focus();
  }

  const filter = document.querySelector("#filter");
  if (filter) {
    filter.parentElement.hidden = false;
    filter.addEventListener("input", () => {
      const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      document.querySelectorAll("[data-filter] li").forEach((line) => {
        line.hidden = !wanted.every((word) => line.textContent.toLowerCase().includes(word));
      });
      document.querySelectorAll("[data-filter]").forEach((group) => { group.hidden = !group.querySelector("li:not([hidden])"); });
    });
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
    if (/^Arrow(Down|Up)$/.test(event.key) && cited.length && (!typing || at === box)) {
      event.preventDefault();
      const next = Math.max(0, number + (event.key === "ArrowDown" ? 1 : -1));
      if (event.key === "ArrowUp" && number <= 0 && box) box.focus(); else cited[Math.min(cited.length - 1, next)].focus();
    }
    if (event.key === "c" && !typing && !String(getSelection())) {
      if (number < 0) document.querySelector("#share")?.setAttribute("open", "");
      (cited[number] || document).querySelector("button.copy")?.click();
    }
  });
  if (matchMedia("(min-width: 60rem)").matches) document.querySelectorAll(".toc details").forEach((list) => { list.open = true; });

  // The worker keeps the games on the device; it is told which version the server answers from.
  const keep = async (current) => {
    if (!current || !navigator.serviceWorker) return;
    const worker = await navigator.serviceWorker.ready;
    worker.active.postMessage({ version: current });
  };
  if (navigator.serviceWorker) {
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      const told = document.querySelector("#kept");
      if (told && data.kept) told.textContent = `Kept on this device for use without signal: ${data.games.length} ${data.games.length === 1 ? "game" : "games"}.`;
    });
    navigator.serviceWorker.register("/sw.js").catch(() => null);
    keep(version);
  }
  const offline = document.body.classList.contains("offline");
  window.addEventListener("offline", () => { signal.hidden = false; });
  window.addEventListener("online", () => {
    if (!offline) { signal.hidden = true; return; }
    const link = Object.assign(document.createElement("a"), { href: location.href, textContent: "Read this page from the server" });
    signal.replaceChildren("Signal may be back. ", link);
  });
  wire();
})();
