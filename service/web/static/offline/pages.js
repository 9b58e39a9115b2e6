// The pages as the server renders them, made from the kept games. Every value is escaped. What is ours is said in the
// language that the device reads in (Headjudge.translated), what the rules say stays English and is marked so.
self.Headjudge = self.Headjudge || {};

(() => {
  const { stem, tokens } = self.Headjudge;

  class Safe { constructor(text) { this.text = text; } }
  const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&#34;", "'": "&#39;" };
  const escape = (value) => {
    if (value instanceof Safe) return value.text;
    if (Array.isArray(value)) return value.map(escape).join("");
    return value === undefined || value === null || value === false ? "" : String(value).replace(/[&<>"']/g, (sign) => ESCAPES[sign]);
  };
  const _ = (text, values) => self.Headjudge.translated(text, values);
  const html = (parts, ...values) => new Safe(parts.reduce((text, part, at) => text + escape(values[at - 1]) + part));

  const en = () => (self.Headjudge.language() === "en" ? "" : html` lang="en"`);

  const path = (id) => id.slice(id.indexOf("#") + 1);
  const encoded = (id) => id.replace("#", "/").split("/").map(encodeURIComponent).join("/");
  const clauseUrl = (id) => `/clauses/${encoded(id)}`;
  const documentUrl = (id) => `/documents/${encoded(id)}`;
  const cardUrl = (card) => `/cards/${encodeURIComponent(card.id.split("/")[0])}/${encodeURIComponent(path(card.id))}`;
  const homeUrl = (q, game) => `/?${new URLSearchParams(game ? { q, game } : { q })}`;
  const headings = (clause) => clause.headings.join(" › ") || path(clause.id);
  const documentOf = (bundle, clause) => bundle.documents.find((each) => each.id === clause.id.split("#")[0]);

  const flags = (clause) => (clause.flags || []).map((flag) => html`<span class="flag"${en()}>${flag.startsWith("contradicts:") ? "does not add up" : flag.replaceAll("-", " ")}</span> `);
  const source = (document) => html`<span${en()}>${document.title}${document.authority && html` · ${document.authority}`}</span>${
    document.published && html` · ${_("published %(day)s", { day: document.published })}`}${
    document.effective && html` · ${_("in force from %(day)s", { day: document.effective })}`} · ${
    document.edition === "restated" ? _("restated edition") : _("official edition")}`;

  const marked = (text, wanted) => {
    const parts = [];
    let at = 0;
    for (const [word, start, end] of tokens(text)) {
      if (!wanted.has(stem(word))) continue;
      parts.push(text.slice(at, start), html`<mark>${text.slice(start, end)}</mark>`);
      at = end;
    }
    return [...parts, text.slice(at)];
  };

  const table = (each, label, wanted = new Set()) => html`<div class="scroll" role="group" tabindex="0" aria-label="${label}"><table${en()}><thead><tr>${each.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${each.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${marked(cell, wanted)}</td>`)}</tr>`)}</tbody></table></div>`;
  // A clause that is a table, written row by row, is shown as one; else its words, each point of a list on its line.
  const isTable = (clause) => clause.kind === "table" && clause.text.startsWith("|") && clause.tables;
  const block = (clause) => new Safe(isTable(clause) ? "div" : "p");
  const said = (clause, wanted = new Set()) => isTable(clause) ? clause.tables.map((each) => table(each, headings(clause), wanted)) : marked(clause.text.replaceAll(" • ", "\n• "), wanted);

  const quote = (bundle, clause, wanted = new Set(), heading = new Safe("h3")) => {
    const document = documentOf(bundle, clause);
    const words = document.edition === "restated" ? clause.text : `“${clause.text}”`;
    const copied = `${words} (${clause.id}, ${document.title}, ${document.edition} edition)`;
    return html`<article class="citation" tabindex="-1"><${heading}><a href="${clauseUrl(clause.id)}"${en()}>${headings(clause)}</a>
<code>${path(clause.id)}</code> ${flags(clause)}</${heading}><blockquote${en()}>${said(clause, wanted)}</blockquote>
<p class="source">${source(document)}</p><button type="button" class="copy" hidden data-copy="${copied}">${_("Copy")}</button></article>`;
  };

  const form = (kept, question, game) => html`<form class="ask" role="search" method="get" action="/">
<h1><label for="q">${_("Ask a rules question")}</label></h1><div class="row">
<textarea id="q" name="q" rows="1" maxlength="2000" autocomplete="off" autofocus enterkeyhint="search" placeholder="${_("In your own words")}">${question}</textarea>
<label class="hidden" for="game">${_("Game")}</label><select id="game" name="game"><option value="">${_("Any game")}</option>${
  kept.games.map((each) => html`<option${en()} value="${each.id}"${each.id === game ? html` selected` : ""}>${each.title}</option>`)}</select>
<button type="submit">${_("Ask")}</button></div></form>`;

  const title = (kept, game) => (kept.games.find((each) => each.id === game) || { title: game }).title;

  const nearest = (found) => found.near.length > 0 && html`<p class="read">${_("Nearest terms:")} ${found.near.map(
    ([name, , game]) => html`<a class="chip"${en()} href="${homeUrl(name, game)}">${name}</a> `)}</p>`;

  // The checks that a question's words point to: what they are called, for nobody has read the question.
  const checked = (kept, found) => found.length > 0 && html`<section class="pointed" aria-label="${_("Checks")}"><h2>${_("Can be computed, by the words")}</h2><ul class="links">${found.map(
    (each) => html`<li><a${en()} href="/checks/${encoded(each.id)}">${each.title}</a>${!(kept.computes || []).includes(each.id.split("/")[0]) && html` <span class="source">${_("with signal")}</span>`}</li>`)}</ul></section>`;

  const answer = (kept, search, question, game) => {
    const found = search.ask(question, game);
    const bundleOf = (clause) => kept.bundles.find((each) => each.game.id === clause.id.split("/")[0]);
    const missing = found.missing.length > 0 && ` ${_("Not in the nearest clause: %(list)s.", { list: found.missing.map((word) => `“${word}”`).join(", ") })}`;
    return html`<section class="outcome ${found.found ? "cited" : "not_found"}" aria-label="${_("Answer")}">
<p class="state">${found.found ? _("Found by its words") : _("Not found")}</p>
<p class="summary">${found.found ? _("Your question was not read without signal: these clauses come nearest by their words.") : _("No clause on this device answers this by its words.")}${missing}</p>
${!found.found && nearest(found)}</section>
${checked(kept, found.checks)}
${found.clauses.length > 0 && html`<h2 class="${found.found ? "hidden" : ""}">${found.found ? _("Clauses") : _("Nearest clauses")}</h2>`}
${found.clauses.map((clause) => quote(bundleOf(clause), clause, found.marks))}`;
  };

  const home = (kept, search, address) => {
    const question = (address.searchParams.get("q") || "").trim().slice(0, 2000);
    const game = address.searchParams.get("game") || "";
    const known = kept.games.some((each) => each.id === game) ? game : "";
    const empty = html`<section class="empty"><h2>${_("Try")}</h2><ul${en()}>${kept.examples.map((each) => html`<li><a href="${
      homeUrl(each.question, each.game)}">${each.question}</a> <span class="source">${title(kept, each.game)}</span></li>`)}</ul></section>`;
    return [question ? `${question} · Headjudge` : "Headjudge", html`${form(kept, question, known)}
<div id="answer" aria-live="polite">${question ? answer(kept, search(), question, known) : empty}</div>`];
  };

  const line = (label, clause) => clause && html`<p>${label}: <a href="${clauseUrl(clause.id)}"><code>${path(clause.id)}</code></a> <span${en()}>${clause.text}</span></p>`;

  // A kind of clause or ruling in the language, where it is one of those that are noted.
  const kind = (name) => _(name);
  const ruling = (each, said) => html`<article class="citation" tabindex="-1"><blockquote${en()}>${said.text}</blockquote><p class="source"><a href="${
    clauseUrl(said.id)}"><code>${path(said.id)}</code></a> · ${kind(each.kind)}${each.effective && html` · ${_("in force from %(day)s", { day: each.effective })}`} · <span${en()}>${each.authority}</span></p></article>`;

  const clause = (bundle, id) => {
    const at = bundle.clauses.findIndex((each) => each.id === id);
    if (at < 0) return null;
    const [found, byId] = [bundle.clauses[at], (wanted) => bundle.clauses.find((each) => each.id === wanted)];
    const document = documentOf(bundle, found);
    const beside = (from, to) => bundle.clauses.slice(Math.max(0, from), to).filter((each) => documentOf(bundle, each) === document)
      .map((each) => html`<${block(each)} class="neighbour"><a href="${clauseUrl(each.id)}"><code>${path(each.id)}</code></a> ${isTable(each) ? said(each) : html`<span${en()}>${each.text}</span>`}</${block(each)}>`);
    const checks = bundle.checks.filter((each) => each.clauses.includes(id));
    return [`${path(id)} · ${document.title} · Headjudge`, html`<p class="crumbs"${en()}><a href="/games">${bundle.game.title}</a> › <a href="${documentUrl(document.id)}">${document.title}</a></p>
<h1${en()}>${headings(found)}</h1><p class="source"><code>${id}</code> · ${kind(found.kind)} ${flags(found)}</p>
${beside(at - 2, at)}${quote(bundle, found, new Set(), new Safe("h2"))}${beside(at + 1, at + 3)}${!isTable(found) && (found.tables || []).map((each) => table(each, each.title))}
${found.explains && line(_("Explains"), byId(found.explains))}
${bundle.clauses.filter((each) => each.explains === id).map((each) => line(kind(each.kind), each))}
${(found.references || []).map(([text, target, external]) => html`<p>${_("Refers to “%(words)s”:", { words: text })} ${
  byId(target) ? html`<a href="${clauseUrl(target)}"><code>${path(target)}</code></a>` : target || external || _("outside this document")}</p>`)}
${found.rulings && html`<h2>${_("Rulings")}</h2>${found.rulings.map((each) => ruling(each, byId(each.clause)))}`}
${checks.length > 0 && html`<h2>${_("Can be computed")}</h2><ul${en()}>${checks.map((each) => html`<li><a href="/checks/${encoded(each.id)}">${each.title}</a></li>`)}</ul>`}
<p class="source"><span translate="no">${document.file}</span>, ${_("characters %(start)s to %(end)s", { start: found.place[0], end: found.place[1] })}</p>`];
  };

  const card = (bundle, slug) => {
    const found = bundle.cards.find((each) => path(each.id) === slug);
    if (!found) return null;
    const document = bundle.documents.find((each) => each.id === found.document);
    const power = (each) => html`<li><strong>${kind(each.kind)}${each.keyword && html` <span${en()}>(${each.keyword})</span>`}</strong> ${
      each.costs.map((cost) => html`<span class="chip">${_("cost:")} <span${en()}>${cost}</span></span> `)}${each.limits.map((limit) => html`<span class="chip"${en()}>${limit}</span> `)}<div${en()}>${each.effect}</div></li>`;
    return [`${found.title} · Headjudge`, html`<p class="crumbs"${en()}><a href="${documentUrl(document.id)}">${document.title}</a></p>
<h1${en()}>${found.title}</h1><p class="figures"${en()}>${found.figures}</p><h2>${_("Text")}</h2><blockquote class="wording"${en()}>${found.current}</blockquote>
${(found.flags || []).includes("italics-lost") && html`<p class="flag-line">${_("The printed text differs and is not known: the italics that marked the change are lost in the document.")}</p>`}
${found.powers && html`<h2>${_("Power by power")}</h2><ul class="powers">${found.powers.map(power)}</ul>`}
${found.rulings && html`<h2>${_("Rulings")}</h2>${found.rulings.map((each) => ruling(each, bundle.clauses.find((one) => one.id === each.clause)))}`}`];
  };

  // Clauses grouped by section in the document's order, each group with an anchor of its own.
  const sections = (clauses) => {
    const [found, times] = [[], new Map()];
    for (const each of clauses) {
      const key = JSON.stringify([each.section, each.headings]);
      if (found.at(-1)?.key !== key) {
        const count = (times.get(each.section) || 0) + 1;
        times.set(each.section, count);
        found.push({ key, anchor: count === 1 ? each.section : `${each.section}-${count}`, headings: each.headings, clauses: [] });
      }
      found.at(-1).clauses.push(each);
    }
    return found;
  };

  const document = (bundle, id) => {
    const found = bundle.documents.find((each) => each.id === id);
    if (!found) return null;
    const parts = sections(bundle.clauses.filter((each) => each.id.startsWith(`${id}#`)));
    return [`${found.title} · Headjudge`, html`<h1${en()}>${bundle.game.title}: ${found.title}</h1><p class="source">${source(found)}</p>
<div class="book"><nav class="toc" aria-label="${_("Contents")}"><details><summary>${_("Contents")}</summary><ol${en()}>${parts.map((each) => html`<li class="depth-${
  Math.min(each.headings.length, 4)}"><a href="#${each.anchor}">${each.headings.at(-1) || each.anchor}</a></li>`)}</ol></details></nav>
<div class="text">${parts.map((each) => html`<section id="${each.anchor}"${en()}><h2>${each.headings.length > 1 && html`<span class="above">${each.headings.slice(0, -1).join(" › ")} ›</span> `}${each.headings.at(-1) || each.anchor}</h2>${each.clauses.map(
  (one) => html`<${block(one)} class="${one.kind}"><a href="${clauseUrl(one.id)}"><code>${path(one.id).split(".").at(-1)}</code></a> ${isTable(one) ? said(one) : one.text} ${flags(one)}</${block(one)}>`)}</section>`)}</div></div>`];
  };

  const games = (kept, game) => [`${_("Games")} · Headjudge`, html`<h1>${_("Games")}</h1>${kept.bundles.filter((each) => !game || each.game.id === game).map((bundle) => html`<section><h2${en()}>${bundle.game.title}</h2><ul>${
    bundle.documents.map((each) => html`<li><a${en()} href="${documentUrl(each.id)}">${each.title}</a> <span class="source">${source(each)}</span></li>`)}</ul></section>`)}`];

  const checks = (kept) => [`${_("Checks")} · Headjudge`, html`<h1>${_("What can be computed")}</h1><p>${_("Without signal a check is computed where its game is kept for an event on this device; else it shows the clauses that it rests on.")}</p>${
    kept.bundles.filter((bundle) => bundle.checks.length).map((bundle) => html`<section id="${bundle.game.id}"><h2${en()}>${bundle.game.title}</h2><p class="source">${(kept.computes || []).includes(bundle.game.id) ? _("Kept for an event: computed on this device") : _("Clauses only")}</p><ul${en()}>${
      bundle.checks.map((each) => html`<li><a href="/checks/${encoded(each.id)}">${each.title}</a></li>`)}</ul></section>`)}`];

  const crumbs = (bundle, found) => html`<p class="crumbs"><a href="/checks">${_("Checks")}</a> › <a${en()} href="/checks#${bundle.game.id}">${bundle.game.title}</a></p><h1${en()}>${found.title}</h1>`;

  // A check: computed by the page where its game is kept for an event (device.js), else the clauses that it rests on.
  const check = (kept, bundle, id) => {
    const found = bundle.checks.find((each) => each.id === id);
    if (!found) return null;
    const cited = found.clauses.map((each) => bundle.clauses.find((one) => one.id === each)).filter(Boolean);
    const computes = kept.engine && (kept.computes || []).includes(bundle.game.id);
    const state = computes ? html`<div data-engine="${JSON.stringify(kept.engine)}"><section class="outcome pending" aria-label="${_("Verdict")}"><p class="state">${_("One moment")}</p>
<p class="summary">${_("This device computes the ruling itself. The first one takes a few seconds.")}</p></section></div>`
      : html`<section class="outcome not_found" aria-label="${_("Verdict")}"><p class="state">${_("Needs the server")}</p>
<p class="summary">${kept.engine ? _("This game is not kept for an event on this device: with signal, tap “Keep this game for the event” on the games’ page, and its rulings are computed here.") : _("The server that this device knows gives nothing to compute with.")} ${_("These are the clauses that the ruling rests on; your facts stay in the address.")}</p></section>`;
    return [`${found.title} · Headjudge`, html`${crumbs(bundle, found)}<div id="result">${state}<h2>${_("Clauses")}</h2>${cited.map((each) => quote(bundle, each))}</div>`];
  };

  const told = (heading, text) => [`${heading} · Headjudge`, html`<h1>${heading}</h1><p>${text}</p><p><a href="/">${_("Ask a rules question")}</a></p>`];

  // [title, main, status] of an address; `kept` is {games, bundles, examples}, `search` makes the index when called.
  const render = (kept, search, address) => {
    const [kind, game, ...rest] = address.pathname.slice(1).split("/").map(decodeURIComponent);
    const bundle = kept.bundles.find((each) => each.game.id === game);
    const made = {
      "": () => home(kept, search, address),
      games: () => !rest.length && (!game || bundle) && games(kept, game),
      checks: () => (game ? bundle && check(kept, bundle, `${game}/${rest[0]}`) : checks(kept)),
      clauses: () => bundle && clause(bundle, `${game}/${rest[0]}#${rest.slice(1).join("/")}`),
      cards: () => bundle && card(bundle, rest.join("/")),
      documents: () => bundle && document(bundle, `${game}/${rest.join("/")}`),
    }[kind]?.();
    const [name, main] = made || told(_("Not on this device"), _("Without signal only clauses, cards, documents and the list of checks can be read, of the games that are kept here."));
    const dated = made && address.searchParams.get("as_of") && html`<p class="note as-of">${_("Without signal: as it stands now, not as of the day that was asked.")}</p>`;
    return [escape(name), escape([dated, main]), made ? 200 : 404];
  };

  Object.assign(self.Headjudge, { render, parts: { _, en, html, escape, quote, crumbs, clauseUrl, encoded, path } });
})();
