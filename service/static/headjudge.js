// Small comforts over pages that work without: answers as you type, `/` for the box, arrows between citations, copy.
(() => {
  const box = document.querySelector("#q");
  const game = document.querySelector("#game");
  const place = document.querySelector("#answer");
  let timer, asked = 0;

  const wire = () => document.querySelectorAll("button.copy").forEach((button) => {
    button.hidden = !navigator.clipboard;
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    };
  });

  const refresh = async () => {
    const query = new URLSearchParams({ q: box.value.trim() });
    if (game.value) query.set("game", game.value);
    const number = ++asked;
    const reply = await fetch(`/?${query}`).catch(() => null);
    if (!reply?.ok || number !== asked) return;
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    place.replaceChildren(...page.querySelector("#answer").childNodes);
    history.replaceState(null, "", `/?${query}`);
    wire();
  };

  const facts = document.querySelector("#facts");
  if (facts) facts.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const filled = [...new FormData(facts)].filter(([, value]) => value !== "");
      const address = `${facts.getAttribute("action")}?${new URLSearchParams(filled)}`;
      const number = ++asked;
      const reply = await fetch(address).catch(() => null);
      if (!reply?.ok || number !== asked) return;
      const page = new DOMParser().parseFromString(await reply.text(), "text/html");
      const open = document.querySelector("#result details")?.open;
      document.querySelector("#result").replaceChildren(...page.querySelector("#result").childNodes);
      if (open) document.querySelector("#result details")?.setAttribute("open", "");
      history.replaceState(null, "", address);
      wire();
    }, 200);
  });

  if (box && place) {
    const later = () => { clearTimeout(timer); timer = setTimeout(refresh, 250); };
    box.addEventListener("input", () => { if (box.value.trim().length > 2) later(); });
    game.addEventListener("change", () => { if (box.value.trim()) later(); });
  }
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing && box) { event.preventDefault(); box.select(); return; }
    const cited = [...document.querySelectorAll(".citation")];
    const at = cited.indexOf(document.activeElement.closest?.(".citation"));
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && cited.length && document.activeElement.tagName !== "SELECT") {
      event.preventDefault();
      cited[Math.min(cited.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))].focus();
    }
    if (event.key === "c" && !typing && !event.ctrlKey && !event.metaKey) (cited[Math.max(at, 0)]?.querySelector("button.copy"))?.click();
  });
  if (matchMedia("(min-width: 60rem)").matches) document.querySelectorAll(".toc details").forEach((list) => { list.open = true; });
  wire();
})();
