import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { loadChecks } from '../../src/index.js';
import { endsOf, explore } from '../check/explored.js';

const FIXTURES = path.join(import.meta.dirname, 'fixtures');
/** `util.inspect` shows more of promises once a file has used AsyncLocalStorage: functions.mjs is the first. */
const FILES = ['functions.mjs', 'language.mjs', 'more.mjs', 'tasks.mjs', 'platform.mjs', 'sloppy.cjs'];

const NATIVE_PROMISE = /^refused: the program awaits a promise of uninstrumented code/;

/** What no world has, and what is said about it. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'language.mjs: webstreams': NATIVE_PROMISE,
  'language.mjs: blob': NATIVE_PROMISE,
  'platform.mjs: web streams: ReadableStream': NATIVE_PROMISE,
  'platform.mjs: web streams: for await': NATIVE_PROMISE,
  'platform.mjs: web streams: transform and pipe': NATIVE_PROMISE,
  'platform.mjs: Blob': NATIVE_PROMISE,
  'platform.mjs: streams: a pipeline of functions': /^refused: a pipeline of streams has parts that are not streams/,
  // Nothing keeps the thread alive: Node ends without an answer, unless something else is still to come.
  'language.mjs: abort-timeout': /^deadlock: it waits on a promise/,
};

/** Differences that remain, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'language.mjs: structuredClone': 'a clone of shared memory is the same object',
  'more.mjs: structuredClone of shared memory': 'a clone of shared memory is the same object',
  'language.mjs: incdec-string': 'V8 converts a key twice where ECMA-262 does once',
  'more.mjs: typed arrays: keys that are objects': 'V8 converts a key twice where ECMA-262 does once',
  'more.mjs: objects: keys that are objects': 'V8 converts a key twice where ECMA-262 does once',
  'functions.mjs: objects of async generators inherit from their function':
    'they inherit from %AsyncGenerator.prototype%',
  'functions.mjs: inspected functions': 'util.inspect tells async functions by what they are in the engine',
  'more.mjs: errors: stacks name functions': 'stacks have the places of instrumented code',
  'tasks.mjs: async stacks name functions': 'the body of an async function is a function without a name',
  'more.mjs: properties of a namespace': 'exports are getters',
  'sloppy.cjs: async functions in blocks are not': 'they become plain functions, which are hoisted',
};

const natively = new Map<string, string>();
/** All that a snippet can come to: timers may have several orders. */
const here = new Map<string, readonly string[]>();

/** All snippets in one process of Node. */
async function runNatively(): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(FIXTURES, 'native.mjs'), ...FILES], {
    maxBuffer: 2 ** 24,
  });
  for (const [name, outcome] of Object.entries(JSON.parse(stdout) as Record<string, string>))
    natively.set(name, outcome);
}

/** And as threads of checks. */
async function runHere(): Promise<void> {
  const { checks } = await loadChecks(path.join(FIXTURES, 'all.check.mjs'));
  for (const { program } of checks) {
    try {
      let failed = '';
      const ends = endsOf(program, (it) => {
        failed = explore(it)
          .failures.map(({ kind, message }) => `${kind}: ${message}`)
          .join();
      });
      here.set(program.name, ends.length === 0 ? [failed] : ends.map(decodeURIComponent));
    } catch (error) {
      here.set(program.name, [`refused: ${(error as Error).message}`]);
    }
  }
}

beforeAll(async () => {
  await Promise.all([runNatively(), runHere()]);
}, 240_000);

test('snippets have the same results as in Node', () => {
  const differing = [...natively]
    .map(([name, outcome]) => ({ name, node: outcome, here: here.get(name) }))
    .filter(({ name, node, here: got }) => got?.includes(node) !== true && !(name in REFUSED) && !(name in DIFFERENT));
  expect(differing).toEqual([]);
});

test.each(Object.entries(REFUSED))('%s is refused', (name, message) => {
  expect(here.get(name)?.join()).toMatch(message);
});

test.each(Object.entries(DIFFERENT))('%s: %s', (name) => {
  // Newer engines may not differ any more; what is listed must exist, and have a result.
  expect(natively.has(name)).toBe(true);
  expect(here.get(name)?.join()).not.toMatch(/^refused|^crash|^deadlock/);
});

test('there are many of them', () => {
  expect(here.size).toBe(natively.size);
  expect(natively.size).toBeGreaterThan(360);
});
