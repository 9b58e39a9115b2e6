// A check's page from what this device computed, with the parts and classes of the server's (templates/answers/check.html).
self.Headjudge = self.Headjudge || {};

(() => {
  const { _, en, html, escape, quote, crumbs, clauseUrl, path } = self.Headjudge.parts;
  const FIRST = 3;

  // The rest of an element with a word: one of ours in the language, one of the rules marked as English.
  const word = (label) => (_(label) !== label || self.Headjudge.language() === "en" ? html`>${_(label)}` : html`${en()}>${label}`);
  const span = (label) => html`<span${word(label)}</span>`;
  const selected = (field, value) => value === field.value && html` selected`;
  const control = (field) => {
    if (field.choices.length) {
      return html`<select id="${field.id}" name="${field.name}"><option value="">${_("not said")}</option>${field.choices.map(
        ([value, label]) => html`<option value="${value}"${selected(field, value)}${word(label)}</option>`)}</select>`;
    }
    if (field.type === "number") {
      return html`<input id="${field.id}" name="${field.name}" type="number" inputmode="numeric" value="${field.value}" placeholder="${_("not said")}"${
        field.low !== null && html` min="${field.low}"`}${field.high !== null && html` max="${field.high}"`}>`;
    }
    return html`<input id="${field.id}" name="${field.name}" value="${field.value}" autocomplete="off" placeholder="${
      field.type === "names" ? _("a name, another, …") : _("not said")}"${field.type === "card" && html` list="cards"`}>`;
  };
  const hint = (each) => each.hint && html` ${each.hint}`;
  const field = (each) => (each.type === "set"
    ? html`<fieldset class="fact set" id="${each.id}"><legend${en()}>${each.label}${hint(each)}</legend>${each.choices.map(([value, label]) => html`<label><input type="checkbox" name="${
      each.name}" value="${value}"${each.picked.includes(value) && html` checked`}> ${span(label)}</label>`)}</fieldset>`
    : html`<div class="fact ${each.type}"><label${en()} for="${each.id}">${each.about && html`<strong>${each.about}</strong>: `}${each.label}${hint(each)}</label>${control(each)}</div>`);

  const form = (shown, pathname) => {
    const [first, more] = [shown.fields.filter((each) => !each.more), shown.fields.filter((each) => each.more)];
    return html`<form id="facts" method="get" action="${pathname}"><div id="fields"><div class="facts">${first.map(field)}</div>${
      more.length > 0 && html`<details class="circumstances" id="more"${more.some((each) => each.value) && html` open`}><summary>${_("More circumstances (%(count)s)", { count: more.length })}</summary><div class="facts">${more.map(field)}</div></details>`}</div>
${shown.cards.length > 0 && html`<datalist id="cards">${shown.cards.map((each) => html`<option value="${each}"></option>`)}</datalist>`}
${shown.fields.length > 0 && html`<div class="bar"><button type="submit">${_("Compute")}</button> <a class="chip" href="${pathname}">${_("Clear")}</a>
<a class="now" id="now" href="#result">${shown.label ? span(shown.label) : shown.ahead ? _("That is not in force yet") : _("These facts do not fit")}</a></div>`}</form>`;
  };

  const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
  const page = (shown, pathname, more = []) => {
    const query = new URLSearchParams([...shown.facts, ...more]).toString();
    return query ? `${pathname}?${query}` : pathname;
  };
  const asked = (shown, pathname, each) => html`<p class="question"${en()}>${each.question}</p><p class="choices">${each.choices.length
    ? each.choices.map((choice) => html`<a class="chip answer" href="${page(shown, pathname, [[each.fact, choice.value]])}" data-fact="${each.field}" data-value="${choice.value}">${
      span(capital(choice.label))}${choice.leads && html` <span class="leads">→ ${span(choice.leads)}</span>`}</a> `)
    : html`<a class="chip" href="${page(shown, pathname)}#${each.field}">${_("Fill it in")}</a>`}</p>`;

  const verdict = (shown, pathname) => html`<section class="outcome ${shown.status} ${shown.sign}" aria-label="${_("Verdict")}"><p class="state"${word(shown.label)}</p>
${!(shown.asks.length && shown.sentence.includes(shown.asks[0].question)) && html`<p class="summary"${en()}>${shown.sentence}</p>`}
${shown.asks.length > 0 && html`<div class="ask-back">${asked(shown, pathname, shown.asks[0])}</div>`}
${shown.asks.length > 1 && html`<details class="others"><summary>${_("Or tell something else")}</summary><ul class="ask-back">${shown.asks.slice(1).map((each) => html`<li>${asked(shown, pathname, each)}</li>`)}</ul></details>`}</section>`;

  const chips = (shown, pathname, sentences) => {
    const chip = ([sentence, id]) => html`<a class="chip"${en()} href="${page(shown, pathname)}#${id}">${sentence}</a> `;
    return html`${sentences.slice(0, FIRST).map(chip)}${sentences.length > FIRST && html`<details class="others"><summary>${_("%(count)s more", { count: sentences.length - FIRST })}</summary><span class="chips">${sentences.slice(FIRST).map(chip)}</span></details>`}`;
  };
  const heading = (bundle, id) => {
    const found = bundle.clauses.find((each) => each.id === id);
    return found?.headings.filter((each) => each.trim()).at(-1) || path(id);
  };
  const steps = (bundle, found) => html`<ul>${found.map((each) => html`<li class="${each.kind}"><span${en()}>${each.sentence}</span>${each.clause && html` <a class="source" href="${clauseUrl(each.clause)}"${en()}>${heading(bundle, each.clause)}</a>`}${
    each.as_we_read_it && html` <span class="source">(${_("as we read it:")} <span${en()}>${each.as_we_read_it}</span>)</span>`}${each.below.length > 0 && steps(bundle, each.below)}</li>`)}</ul>`;

  const message = (shown, first, pathname) => [shown.title, `${shown.label}. ${shown.sentence}`, first && `${first.text} (${first.id})`,
    new URL(page(shown, pathname), location.href).href].filter(Boolean).join("\n");
  const share = (shown, first, pathname) => html`<p class="choices actions"><button type="button" class="copy" hidden data-of="#chat-text">${_("Copy text")}</button> <button type="button" class="keep" hidden data-page="${
  page(shown, pathname)}" data-title="${shown.title}">${_("Keep for an event")}</button></p><details class="share" id="share"><summary>${_("Print or pass on")}</summary>
<textarea id="chat-text" readonly rows="6" aria-label="${_("The answer as text")}"${en()}>${message(shown, first, pathname)}</textarea>
<p class="choices"><button type="button" class="print" hidden>${_("Print a card")}</button></p></details>`;

  const result = (bundle, shown, pathname) => {
    if (shown.wrong) return html`<section class="outcome not_found"><p class="state">${_("These facts do not fit")}</p><p class="summary"${en()}>${shown.wrong}</p></section>`;
    if (shown.ahead) return html`<section class="outcome not_found"><p class="state">${_("That is not in force yet")}</p><p class="summary">${
      _("the rules of %(name)s are in force from %(value)s: until then nothing is computed by them", { name: shown.id, value: shown.ahead })}</p></section>`;
    const cited = shown.clauses.map((id) => bundle.clauses.find((each) => each.id === id)).filter(Boolean);
    return html`${verdict(shown, pathname)}${cited.slice(0, 1).map((each) => quote(bundle, each, new Set(), html`h2`))}
${shown.assumed.length > 0 && html`<div class="read">${_("Assumed:")} ${chips(shown, pathname, shown.assumed)}</div>`}
${shown.proof.length > 0 && html`<details class="proof" id="proof"><summary>${_("Why")}</summary>${steps(bundle, shown.proof)}</details>`}
${share(shown, cited[0], pathname)}${cited.length > 1 && html`<h2>${_("More clauses")}</h2>${cited.slice(1).map((each) => quote(bundle, each))}`}`;
  };

  // The whole page, as headjudge.js takes it apart: `shown` is what service/web/device/computed.py gives.
  const checkPage = (bundle, shown, pathname) => escape(html`<title>${shown.title} · Headjudge</title><p id="signal"></p>
<main>${crumbs(bundle, shown)}${form(shown, pathname)}<div id="result" aria-live="polite" tabindex="-1">${
  shown.unknown.length > 0 && html`<p class="read">${_("Left out, for no fact of this check is called so:")} ${shown.unknown.join(", ")}</p>`}${result(bundle, shown, pathname)}
<p class="source">${_("Computed on this device, without signal, by the same rules as on the server.")}</p></div></main>`);

  self.Headjudge.checkPage = checkPage;
})();
