// The results of examples in C, so that a visitor sees them without a download. Made by the engine of the page itself.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';

const folder = path.join(import.meta.dirname, '..', '..', 'packages', 'playground', 'dist', 'stored');

/** Seconds for the check, and for the search for a fix. */
const SECONDS = 60;

/**
 * What the engine answers for a program, as `packages/playground/src/page/stored.ts` reads it. It is kept: the compiler
 * takes seconds. Another engine, compiler or program has another name, so that nothing that is kept is old.
 *
 * @param {string} engine the script of the engine
 * @param {string} packed the folder of its other files
 * @param {string} file
 * @param {string} text
 */
export async function storedResult(engine, packed, file, text) {
  const self = fs.readFileSync(import.meta.filename, 'utf8');
  const key = createHash('sha256').update(JSON.stringify([self, engine, path.basename(packed), file, text]));
  const name = path.join(folder, `${key.digest('hex').slice(0, 12)}.json`);
  if (fs.existsSync(name)) return fs.readFileSync(name, 'utf8');
  const stored = await answersOf(engine, packed, file, text);
  fs.mkdirSync(folder, { recursive: true });
  // Another process may do the same.
  const made = `${name}.${process.pid}`;
  fs.writeFileSync(made, JSON.stringify(stored));
  fs.renameSync(made, name);
  return fs.readFileSync(name, 'utf8');
}

/** @typedef {{ readonly kind: string, readonly repair?: object }} Answer */

/**
 * @param {string} engine
 * @param {string} packed
 * @param {string} file
 * @param {string} text
 */
async function answersOf(engine, packed, file, text) {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(SCOPE, { eval: true, workerData: { engine } });
  /** @type {(task: object) => Promise<Answer>} */
  const ask = (task) =>
    new Promise((resolve, reject) => {
      worker.once('error', reject);
      port1.on('message', (/** @type {Answer} */ answer) => {
        if (answer.kind !== 'progress' && answer.kind !== 'fixing') resolve(answer);
      });
      port1.postMessage({ file, text, maxSeconds: SECONDS, ...task });
    });
  try {
    const files = Object.fromEntries(
      fs.readdirSync(packed).map((each) => [each, new Blob([fs.readFileSync(path.join(packed, each))])]),
    );
    worker.postMessage({ port: port2, script: engine, files }, [port2]);
    const report = await ask({ kind: 'check', models: [], all: false });
    if (report.kind !== 'report') throw new Error(`${file} has no result: ${JSON.stringify(report)}`);
    const fixed = report.repair === undefined ? null : await ask({ kind: 'fix', offer: report.repair });
    return { report, fixed };
  } finally {
    port1.close();
    await worker.terminate();
  }
}

/** Gives a thread of Node what an engine finds in a worker of a browser. One core: another number of them changes nothing. */
const SCOPE = `
const { parentPort, workerData } = require('node:worker_threads');
const listeners = [];
// By this, compilers tell Node from a browser.
Object.defineProperty(globalThis, 'process', { value: undefined });
globalThis.self = globalThis;
Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency: 1 } });
globalThis.Worker = class {};
globalThis.postMessage = () => undefined;
globalThis.addEventListener = (type, listener) => listeners.push(listener);
parentPort.once('message', (data) => listeners.forEach((listener) => listener({ data })));
new Function(workerData.engine)();
`;
