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

const start = async (engine) => {
  importScripts(absolute(`${engine.python}pyodide.js`));
  const [python, modules] = await Promise.all([loadPyodide({ indexURL: absolute(engine.python) }), bytes(engine.program)]);
  python.unpackArchive(modules, "zip", { extractDir: "/program" });
  python.runPython("import sys; sys.path.insert(0, '/program'); sys.dont_write_bytecode = True");
  return { python, computed: python.pyimport("service.web.device.computed") };
};

const know = async (game) => {
  const [{ python, computed }, model] = await Promise.all([program, bytes(`/offline/${encodeURIComponent(game)}.rules`)]);
  computed.keep(game, python.toPy(model));
};

self.onmessage = async ({ data: { number, engine, check, query, facts } }) => {
  try {
    const game = check.split("/")[0];
    program = program || start(engine);
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
