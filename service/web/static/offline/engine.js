// The worker that computes on a device: Python (Pyodide) with our modules, started once for as long as its page lives.
// A message names the check and its facts; the answer is JSON as service/web/device/computed.py makes it.
"use strict";

let program = null;
const rules = new Map();
const absolute = (address) => new URL(address, self.location.origin).href;

const bytes = async (address) => {
  const reply = await fetch(absolute(address));
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}`);
  return new Uint8Array(await reply.arrayBuffer());
};

// Python as it is once our modules are read: its memory, kept beside what was fetched. To start from it takes a tenth of the
// time. Pyodide's own way of keeping it is not promised (its options begin with `_`), so the version is pinned, and where
// anything fails Python starts from the beginning.
const KEPT = "headjudge-engine";
const started = (engine) => `${engine.program}.started`;

const ready = (python, modules) => {
  python.unpackArchive(modules, "zip", { extractDir: "/program" });
  return python;
};

const again = async (engine, modules) => {
  const reply = await caches.match(started(engine), { cacheName: KEPT });
  if (!reply) return null;
  const memory = new Uint8Array(await reply.arrayBuffer());
  return ready(await loadPyodide({ indexURL: absolute(engine.python), _loadSnapshot: memory }), modules);
};

const anew = async (engine, modules) => {
  const python = ready(await loadPyodide({ indexURL: absolute(engine.python), _makeSnapshot: true }), modules);
  python.runPython("import sys; sys.path.insert(0, '/program'); sys.dont_write_bytecode = True; import service.web.device.computed");
  try {
    const memory = python.makeMemorySnapshot();
    await (await caches.open(KEPT)).put(started(engine), new Response(memory));
  } catch { /* a device without room for it starts anew each time */ }
  return python;
};

const start = async (engine) => {
  importScripts(absolute(`${engine.python}pyodide.js`));
  const modules = await bytes(engine.program);
  const python = (await again(engine, modules).catch(() => null)) || await anew(engine, modules);
  return { python, computed: python.pyimport("service.web.device.computed") };
};

const know = async (game) => {
  const [{ python, computed }, model] = await Promise.all([program, bytes(`/offline/${encodeURIComponent(game)}.rules`)]);
  computed.keep(game, python.toPy(model));
};

self.onmessage = async ({ data: { number, engine, check, query, facts } }) => {
  try {
    program = program || start(engine);
    if (!check) {  // only to be ready: when a game is kept, so that the first ruling without signal comes soon
      await program;
      self.postMessage({ number });
      return;
    }
    const game = check.split("/")[0];
    if (!rules.has(game)) rules.set(game, know(game));
    await rules.get(game);
    const { computed } = await program;
    const begun = performance.now();
    const found = facts === undefined ? computed.page(check, JSON.stringify(query)) : computed.run(check, facts);
    self.postMessage({ number, found: JSON.parse(found), ms: performance.now() - begun });
  } catch (error) {
    self.postMessage({ number, error: String(error?.message || error) });
  }
};
