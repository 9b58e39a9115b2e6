// What is asked or filled in is answered in its place, over pages that work without: as one types, back and forth too.
(() => {
  const box = document.querySelector("#q");
  const game = document.querySelector("#game");
  let facts = document.querySelector("#facts");
  const signal = document.querySelector("#signal");
  const { stored, store, wire, keep } = self.Headjudge.page;
  const WAIT_MS = 200, HEAR_MS = 700, SETTLED_MS = 3000, MOST_RECENT = 12, LEAST_WORDS = 3;
  const here = () => location.pathname + location.search;
  let timer, asked = 0, at = here();

  // The page of an address: computed on this device (offline/device.js) where there is no signal, else the server's.
  const pageOf = async (address) => {
    const here = await self.Headjudge?.computed?.(address).catch(() => null);
    if (here) return here;
    const reply = await fetch(address).catch(() => null);
    if (!reply || reply.status >= 500) return null;
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    return (await self.Headjudge?.computed?.(address, page).catch(() => null)) || page;
  };

  // Put the part of another address' page in the place of this page's; nothing where a later one was asked for.
  const replace = async (address, part, also, shown = address, entry = "replaceState") => {
    const number = ++asked;
    const page = await pageOf(address);
    const fresh = page?.querySelector(part);
    if (!fresh || number !== asked) return false;
    const place = document.querySelector(part);
    const open = [...place.querySelectorAll("details[id][open]")].map((each) => each.id);
    place.replaceChildren(...fresh.childNodes);
    const { lang } = page.documentElement;  // a device may keep another language than this page's
    place.toggleAttribute("lang", lang !== document.documentElement.lang);
    if (place.hasAttribute("lang")) place.lang = lang;
    const ways = page.querySelector("#languages");
    if (ways) document.querySelector("#languages")?.replaceChildren(...ways.childNodes);
    also?.(page);
    open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
    document.title = page.title;
    signal.hidden = page.querySelector("#signal")?.hidden ?? true;
    if (entry) history[entry](null, "", shown);
    at = here();
    keep(page.querySelector("meta[name=headjudge-version]")?.content);
    wire();
    recall();
    return true;
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

  // Each question that was asked is an entry of the history: what is typed in one go takes the place of itself.
  let settled = true, settling;
  const settle = () => { clearTimeout(settling); settled = true; remember(); };
  const show = (address, entry) => replace(address, "#answer", null, address, entry).then((done) => { if (done) hearLater(); return done; });
  const day = () => document.querySelector("input[name=as_of]");
  const ask = () => {
    const query = new URLSearchParams({ q: box.value.trim() });
    if (game.value) query.set("game", game.value);
    if (day()?.value) query.set("as_of", day().value);
    const address = box.value.trim() ? `/?${query}` : "/";
    const entry = settled && address !== here() ? "pushState" : "replaceState";
    settled = false;
    clearTimeout(settling);
    settling = setTimeout(settle, SETTLED_MS);
    return show(address, entry);
  };
  const fillBox = () => {
    const query = new URLSearchParams(location.search);
    [box.value, game.value] = [query.get("q") || "", query.get("game") || ""];
    if (day()) day().value = query.get("as_of") || "";
  };

  // What is answered while it is typed: three words that say something, for one or two mean too much.
  const SMALL = new Set(("a an and are am as at be been but by can could did do does for from had has have he her his how i if in is it its "
    + "many may me much must my not of on or our she should so than that the their them then there they this to was we were what when "
    + "where which who why will with would you your").split(" "));
  const says = (text) => (text.toLowerCase().match(/[\p{L}\p{N}']+/gu) || []).filter((word) => !SMALL.has(word)).length >= LEAST_WORDS;

  // The questions asked on this device, newest first; kept in the browser and nowhere else.
  const recalled = () => stored("asked");
  const remember = () => {
    const query = new URLSearchParams(location.search);
    const [q, of] = [query.get("q"), query.get("game") || ""];
    if (!box || location.pathname !== "/" || !q) return;
    const others = recalled().filter((each) => each.q !== q || each.game !== of);
    store("asked", [{ q, game: of }, ...others].slice(0, MOST_RECENT));
  };
  const recall = () => {
    const place = document.querySelector("#recent");
    if (!place) return;
    const asked = recalled();
    place.hidden = !asked.length;
    place.querySelector("ul").replaceChildren(...asked.map(({ q, game: of }) => {
      const link = Object.assign(document.createElement("a"), { href: `/?${new URLSearchParams(of ? { q, game: of } : { q })}`, textContent: q });
      const line = document.createElement("li");
      line.append(link);
      const title = [...game.options].find((each) => of && each.value === of)?.textContent;
      if (title) line.append(" ", Object.assign(document.createElement("span"), { className: "source", textContent: title }));
      return line;
    }));
    place.querySelector("button").onclick = () => { localStorage.removeItem("asked"); recall(); };
  };

  // Boxes grow to what is asked in them, and Enter asks: a line of its own is Shift and Enter.
  document.querySelectorAll("form.ask textarea").forEach((each) => {
    each.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      each.form.requestSubmit();
    });
    if (CSS.supports("field-sizing", "content")) return;
    const grow = () => { each.style.height = "auto"; each.style.height = `${each.scrollHeight + 2}px`; };
    each.addEventListener("input", grow);
    grow();
  });

  if (box && document.querySelector("#answer")) {
    remember();
    box.addEventListener("input", () => { if (!box.value.trim() || says(box.value)) later(ask); });
    box.addEventListener("change", () => setTimeout(settle, 2 * WAIT_MS));
    game.addEventListener("change", () => { if (box.value.trim()) later(ask); });
    box.form.addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(timer);
      if (matchMedia("(pointer: coarse)").matches) box.blur();  // else a phone's keyboard covers the ruling
      ask().then((done) => { if (done) settle(); else box.form.submit(); });
    });
    document.querySelector(".clear")?.addEventListener("click", (event) => {
      event.preventDefault();
      box.value = "";
      box.focus();
      ask().then((done) => { if (done) settle(); });
    });
    const inPlace = (event, address) => {
      event.preventDefault();
      settle();
      show(address, "pushState").then((done) => { if (done) fillBox(); else location.assign(address); });
    };
    document.querySelector("#answer").addEventListener("click", (event) => {
      const link = event.target.closest("a.answer");
      if (link?.pathname === "/" && !event.ctrlKey && !event.metaKey && !event.shiftKey) inPlace(event, link.pathname + link.search);
    });
    document.querySelector("#answer").addEventListener("submit", (event) => {
      if (event.target.matches("form.one")) inPlace(event, `/?${new URLSearchParams(new FormData(event.target))}`);
    });
    window.addEventListener("popstate", () => {
      if (here() === at) return;  // only the place on the page is another
      settle();
      fillBox();
      show(here(), null);
    });
  }

  // Which fields there are follows from the facts: a card's own conditions, the properties of what is listed.
  const follow = (page) => {
    document.querySelector("#now")?.replaceChildren(...(page.querySelector("#now")?.childNodes || []));
    const [here, there] = [document.querySelector("#fields"), page.querySelector("#fields")];
    const names = (fields) => [...fields.querySelectorAll("[id]")].map((each) => each.id).join();
    if (!there || names(here) === names(there)) return;
    const { id, selectionStart } = document.activeElement;
    const open = here.querySelector("details")?.open;
    here.replaceChildren(...there.childNodes);
    if (open) here.querySelector("details")?.setAttribute("open", "");
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
      field.closest("details")?.setAttribute("open", "");
      (field.matches("input, select") ? field : field.querySelector("input"))?.focus();
    }
  };
  const fill = () => {
    facts = document.querySelector("#facts");
    if (!facts) return;
    facts.addEventListener("input", () => { asked++; later(compute); });  // a reply to less than what stands there now would undo it
    facts.addEventListener("submit", (event) => { event.preventDefault(); compute(); });
    document.querySelector("#result").addEventListener("click", fillIn);
    const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (named) {
      named.closest("details")?.setAttribute("open", "");
      named.focus();
    }
  };
  fill();
  document.addEventListener("headjudge:filled", () => { fill(); wire(); });  // a check that this device computed

  recall();
})();
