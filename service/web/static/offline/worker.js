// The service worker: the server's answer where there is one, else the same address from the games kept on the
// device. The server puts RELEASE and ASSETS (name -> address) before this text.
const ASSET_CACHE = `headjudge-assets-${RELEASE}`;
const STATE_CACHE = "headjudge-state";
const GAME_CACHE = "headjudge-games-";
const STATE = "/offline.json";
const LANGUAGE = "/offline/language";
const SHELL = (language) => `/offline/shell/${language}`;
const PATIENCE_MS = 4000;
const MOST_CLAUSES = 20000;
const PAGES = /^\/(?:$|(?:clauses|cards|documents|checks)\/|games(?:\/[^/]+)?$|(?:checks|coverage|api)$)/;
const ENGINE_CACHE = "headjudge-engine";
const RULES = (game) => `/offline/${encodeURIComponent(game)}.rules`;
const BUNDLE = (game) => `/offline/${encodeURIComponent(game)}.json`;
const DOWN = [502, 503, 504];

importScripts(ASSETS["vendor/minisearch.js"], ASSETS["offline/text.js"], ASSETS["offline/search.js"], ASSETS["offline/pages.js"]);

let opened = null;
let spoken = "en", said = {};
Object.assign(self.Headjudge, {
  language: () => spoken,
  translated: (text, values = {}) => (said[text] || text).replace(/%\((\w+)\)s/g, (place, name) => values[name] ?? place),
});
let refreshing = null;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(ASSET_CACHE).then((cache) => cache.addAll(Object.values(ASSETS))).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim().then(refresh).then(forgetOldAssets).catch(() => null));
});

self.addEventListener("message", (event) => {
  event.waitUntil((async () => {
    const kept = await state();
    const { version, keep, drop, language } = event.data;
    let failed = "";
    if (language) await speak(language);
    if (version && (kept?.held !== version || kept.release !== RELEASE)) await refresh().catch(() => null);
    if (keep) failed = await forEvent(keep, true).then(() => "", () => keep);
    if (drop) await forEvent(drop, false).catch(() => null);
    const now = await state();
    event.source?.postMessage({ kept: now?.version, games: now?.games.map((game) => game.title), computes: now?.computes || [], engine: now?.engine, failed });
  })());
});

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== self.location.origin) return;
  if (/^\/(?:static|offline)\//.test(address.pathname)) event.respondWith(stored(event.request));
  else if (PAGES.test(address.pathname)) event.respondWith(page(event.request, address));
  else if (address.pathname.startsWith("/api/")) event.respondWith(fetch(event.request).catch(noEngine));
});

async function stored(request) {
  return (await caches.match(request)) || fetch(request);
}

async function page(request, address) {
  const kept = await state();
  if (!kept) return fetch(request);
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE_MS, null); });
  const reply = await Promise.race([fetch(request).catch(() => null), late]);
  return reply && !DOWN.includes(reply.status) ? reply : offline(address);
}

// The language that this device reads in: the one that a page was last shown in, or that the address chooses.
async function speak(language) {
  await (await caches.open(STATE_CACHE)).put(LANGUAGE, new Response(language));
}

async function chosen(address, languages) {
  const asked = address.searchParams.get("lang");
  address.searchParams.delete("lang");
  if (asked in languages) await speak(asked);
  const kept = await (await caches.open(STATE_CACHE)).match(LANGUAGE);
  const language = kept ? await kept.text() : navigator.language.split("-")[0];
  return language in languages ? language : "en";
}

async function offline(address) {
  const library = await open();
  setTimeout(library.search);
  const language = await chosen(address, library.kept.words);
  const shell = await library.shell(language);
  [spoken, said] = [language, library.kept.words[language]];
  const engine = library.kept.engine && { ...library.kept.engine, words: said };
  const [title, main, status] = self.Headjudge.render({ ...library.kept, engine }, library.search, address);
  const query = address.searchParams.toString();
  const places = { TITLE: title, MAIN: main, HERE: `?${query.replaceAll("&", "&amp;").replaceAll('"', "%22")}${query && "&amp;"}` };
  const body = (await shell.text()).replace(/%(TITLE|MAIN|HERE)%/g, (place, name) => places[name]);
  return new Response(body, { status, headers: { "Content-Security-Policy": shell.headers.get("Content-Security-Policy"), "Content-Type": "text/html; charset=utf-8" } });
}

function noEngine() {
  const told = { type: "about:blank", title: "No signal", status: 503, detail: "This needs the server, which cannot be reached." };
  return new Response(JSON.stringify(told), { status: 503, headers: { "Content-Type": "application/problem+json" } });
}

async function state() {
  const reply = await (await caches.open(STATE_CACHE)).match(STATE);
  if (!reply) return null;
  const kept = await reply.json();
  return { words: { en: {} }, held: kept.version, ...kept };  // a copy from before versions had a day is held as its version
}

// The kept games, read once for as long as the worker lives; the index is built right after the first page.
async function open() {
  const now = await state();
  if (opened?.held !== now.held) opened = { held: now.held, library: read(now) };
  return opened.library;
}

async function read(now) {
  const cache = await caches.open(GAME_CACHE + now.held);
  const bundles = await Promise.all(now.games.map(async (game) => (await cache.match(BUNDLE(game.id))).json()));
  const shell = async (language) => (await cache.match(SHELL(language))) || cache.match("/offline/shell");  // as it was kept before there were languages
  let index = null;
  const search = () => { index = index || new self.Headjudge.Search(bundles); return index; };
  const scripts = ["text", "pages", "check"].map((name) => ASSETS[`offline/${name}.js`]);
  const engine = now.engine && { ...now.engine, scripts };
  return { kept: { ...now, engine, bundles }, shell, search };
}

async function forgetOldAssets() {
  const old = (await caches.keys()).filter((name) => name.startsWith("headjudge-assets-") && name !== ASSET_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

function refresh() {
  refreshing = refreshing || keep().finally(() => { refreshing = null; });
  return refreshing;
}

// Fetch what the server has now beside what is kept, and only then let it take the place; the old stays on failure. The
// server's version and the day of what is in force there make what it is `held` as.
async function keep() {
  const reply = await fetch(STATE, { cache: "no-store" });
  if (!reply.ok) throw new Error(`the list of games answered ${reply.status}`);
  const now = { ...(await reply.json()), release: RELEASE };
  const before = await state();
  if (before?.held === now.held && before.release === RELEASE) return;
  now.games = fitting(now.games);
  now.computes = now.engine ? (before?.computes || []).filter((game) => now.games.some((each) => each.id === game)) : [];
  const cache = await caches.open(GAME_CACHE + now.held);
  if (now.computes.length) await Promise.all([keepEngine(now.engine), ...now.computes.map((game) => cache.add(RULES(game)))]);
  await cache.addAll([...Object.keys(now.words).map(SHELL), ...now.games.map((game) => BUNDLE(game.id))].map((address) => new Request(address, { cache: "no-cache" })));
  for (const game of now.games) {
    const { held } = await (await cache.match(BUNDLE(game.id))).json();
    if (held !== now.held) throw new Error("the knowledge base changed meanwhile");
  }
  await put(now);
  const old = (await caches.keys()).filter((name) => name.startsWith(GAME_CACHE) && name !== GAME_CACHE + now.held);
  await Promise.all(old.map((name) => caches.delete(name)));
  await forgetOldEngine(now);
}

async function put(now) {
  await (await caches.open(STATE_CACHE)).put(STATE, new Response(JSON.stringify(now)));
  opened = null;
}

// What computes on the device: fetched for the first game that is kept for an event, forgotten with the last one.
const engineOf = (engine) => [engine.worker, engine.program, ...engine.files];

async function keepEngine(engine) {
  const cache = await caches.open(ENGINE_CACHE);
  const held = new Set((await cache.keys()).map((request) => new URL(request.url)).map(({ pathname, search }) => pathname + search));
  await cache.addAll(engineOf(engine).filter((address) => !held.has(address)));
}

async function forEvent(game, wanted) {
  if (refreshing) await refreshing.catch(() => null);
  const now = await state();
  const others = now.computes.filter((each) => each !== game);
  const cache = await caches.open(GAME_CACHE + now.held);
  if (wanted) await Promise.all([keepEngine(now.engine), cache.add(RULES(game))]);
  else await cache.delete(RULES(game));
  const left = { ...now, computes: wanted ? [...others, game] : others };
  await put(left);
  await forgetOldEngine(left);
}

async function forgetOldEngine({ engine, computes }) {
  const needed = new Set(computes.length ? [...engineOf(engine), `${engine.program}.started`] : []);
  const cache = await caches.open(ENGINE_CACHE);
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!needed.has(pathname + search)) await cache.delete(request);
  }
}

// The games that fit a device, the smallest first: at most MOST_CLAUSES clauses in all.
function fitting(games) {
  let left = MOST_CLAUSES;
  const chosen = [...games].sort((one, other) => one.clauses - other.clauses).filter((game) => (left -= game.clauses) >= 0);
  return games.filter((game) => chosen.includes(game));
}
