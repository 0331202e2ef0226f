import { createRequire } from 'node:module';
import { afterEach, describe, expect, test } from 'vitest';
import { unguarded } from '../../src/world/context/unguarded.js';
import { endsOf, explore, programsIn } from './explored.js';
import type { PackagePlan } from './package-files.js';
import { KINDS, MAKERS, cleanUp, filesFor, said } from './package-files.js';
import { CARRIERS, TOUCHES } from './package-ways.js';

const [ELEMENT] = Object.values(TOUCHES);
const [ARGUMENT] = Object.values(CARRIERS);
const BASE = { kind: 'esm', maker: 'check', carrier: ARGUMENT!, touch: ELEMENT!, isRacy: true } as const;

afterEach(cleanUp);

/** What is said about each, by name. */
async function verdicts(
  plans: Readonly<Record<string, Omit<PackagePlan, 'name'>>>,
  exclude: readonly string[] = [],
): Promise<Record<string, string>> {
  const list = Object.values(plans).map((plan, i) => ({ ...plan, name: `p${i}` }));
  const programs = await programsIn(filesFor(list), { exclude });
  return Object.fromEntries(Object.keys(plans).map((name, i) => [name, said(programs[i]!)]));
}

const every = <T>(names: readonly string[], value: T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, value]));

describe('memory reaches a package', { timeout: 120_000 }, () => {
  const plans = Object.fromEntries(Object.entries(CARRIERS).map(([name, carrier]) => [name, { ...BASE, carrier }]));

  test('in every way: its bug is found', async () => {
    expect(await verdicts(plans)).toEqual(every(Object.keys(CARRIERS), 'failing'));
  });

  test('in every way: its correct use is safe', async () => {
    const correct = Object.fromEntries(Object.entries(plans).map(([name, plan]) => [name, { ...plan, isRacy: false }]));
    expect(await verdicts(correct)).toEqual(every(Object.keys(CARRIERS), 'safe'));
  });

  test('that is excluded: the check is refused, or not called safe', async () => {
    const found = await verdicts(plans, ['p*']);
    expect(Object.entries(found).filter(([, verdict]) => verdict !== 'refused' && verdict !== 'unknown')).toEqual([]);
    expect(found).toMatchObject({
      argument: 'refused',
      callback: 'unknown',
      global: 'refused',
      'kept object': 'unknown',
    });
  });
});

describe('a package accesses memory', { timeout: 120_000 }, () => {
  /** What evaluates a text when it is loaded matters to all checks of its file. */
  const each = async (isRacy: boolean, exclude: readonly string[] = []): Promise<Record<string, string>> => {
    const found: Record<string, string>[] = [];
    for (const [name, touch] of Object.entries(TOUCHES)) {
      found.push(await verdicts({ [name]: { ...BASE, touch, isRacy } }, exclude));
    }
    return Object.assign({}, ...found) as Record<string, string>;
  };

  /** Those that are not simply seen. */
  const UNSEEN = {
    eval: 'unknown',
    'indirect eval of a declaration': 'unknown',
    // The other thread gets other numbers when it is run after this one.
    'crypto.randomFillSync': 'refused',
    'fs.readSync': 'refused',
    'fs.writeSync': 'refused',
    'node:vm': 'refused',
    Blob: 'refused',
    'Readable.from': 'refused',
  };

  test('in every way: it is found, or the check is refused or not called safe', async () => {
    expect(await each(true)).toEqual({ ...every(Object.keys(TOUCHES), 'failing'), ...UNSEEN });
  });

  test('in the right way: it is safe, if it is seen', async () => {
    expect(await each(false)).toEqual({
      ...every(Object.keys(TOUCHES), 'safe'),
      ...{ eval: 'unknown', 'indirect eval of a declaration': 'unknown' },
    });
  });

  test('and is excluded', async () => {
    expect(await each(true, ['p*'])).toEqual(every(Object.keys(TOUCHES), 'refused'));
  });
});

describe('a package of any kind', { timeout: 120_000 }, () => {
  const plans = Object.fromEntries(
    KINDS.flatMap((kind) => MAKERS.map((maker) => [`${kind}, ${maker}`, { ...BASE, kind, maker }] as const)),
  );

  test('is checked', async () => {
    expect(await verdicts(plans)).toEqual(every(Object.keys(plans), 'failing'));
  });

  test('is refused, or not called safe, if it is excluded', async () => {
    const found = await verdicts(plans, ['p*']);
    expect(Object.values(found).filter((verdict) => verdict !== 'refused' && verdict !== 'unknown')).toEqual([]);
  });
});

describe('the assertions of a test runner', () => {
  /** Whether the other thread was seen, in some execution each. */
  const outcomes = async (assertion: string): Promise<readonly unknown[]> => {
    const [program] = await programsIn({
      'it.check.mjs': `import { check } from 'fencepost'; import { expect } from 'vitest';
        check('it', (t) => { expect.any(); const m = new Int32Array(new SharedArrayBuffer(8));
          t.thread('writer', () => { m[0] = 1; });
          t.thread('reader', () => { try { ${assertion}; return true; } catch { return false; } });
          t.after(({ reader }) => { if (reader) throw new Error('seen'); throw new Error('not seen'); }); });`,
      'node_modules/vitest/package.json': '{ "name": "vitest", "main": "main.js" }',
      'node_modules/vitest/main.js': `const matchers = (a, not) => ({
          get not() { return matchers(a, !not); },
          toEqual(b) { if ((JSON.stringify([...(a.m ?? a)]) === JSON.stringify(b)) === not) throw new Error('no'); },
          toBeDefined() { if ((a !== undefined) === not) throw new Error('no'); } });
        exports.expect = Object.assign((a) => matchers(a, false), { any: () => 1 });`,
    });
    return explore(program!)
      .failures.map(({ message }) => message)
      .sort();
  };

  test.each([
    ['expect(m).toEqual([1, 0])', ['not seen', 'seen']],
    ['expect({ m }).toEqual([1, 0])', ['not seen', 'seen']],
    ['expect(m).not.toEqual([0, 0])', ['not seen', 'seen']],
    ['expect(m[0] === 1).not.toEqual([])', ['not seen']],
    ['expect(m).toBeDefined()', ['seen']],
  ])('read shared memory visibly where they compare: %s', async (assertion, expected) => {
    expect(await outcomes(assertion)).toEqual(expected);
  });
});

test('a native add-on must not get shared memory', async () => {
  const resolver = createRequire(createRequire(import.meta.url).resolve('oxc-parser'));
  const name = (report: { readonly sharedObjects?: readonly string[] }): string | undefined =>
    report.sharedObjects?.find((file) => /oxc-parser.*\.node$/.test(file));
  resolver('oxc-parser');
  const addon = name(process.report.getReport());
  expect(addon).toBeDefined();
  const files = (use: string): Record<string, string> => ({
    'it.check.mjs': `import { check } from 'fencepost'; import * as P from 'native';
      check('it', (t) => { const m = new Int32Array(new SharedArrayBuffer(8)); t.thread('A', () => { ${use} }); });`,
    'node_modules/native/package.json': '{ "name": "native", "main": "main.js" }',
    'node_modules/native/main.js': `const addon = require(${JSON.stringify(addon)}); exports.addon = addon;
      exports.fill = (m) => addon.parseSync('a.js', m); exports.parse = () => typeof addon.parseSync('a.js', '1');`,
  });
  const [filling] = await programsIn(files('P.fill(m);'));
  expect(said(filling!)).toBe('refused');
  const [parsing] = await programsIn(files('P.parse();'));
  expect(said(parsing!)).toBe('unknown');
  const [naming] = await programsIn(files('P.addon.parseSync.name;'));
  expect(said(naming!)).toBe('safe');
});

describe('a package that cannot be instrumented', () => {
  const files = (text: string, use: string): Record<string, string> => ({
    'it.check.mjs': `import { check } from 'fencepost'; import * as P from 'odd';
      check('it', (t) => { const m = new Int32Array(new SharedArrayBuffer(8)); t.thread('A', () => { ${use} }); });`,
    'node_modules/odd/package.json': '{ "name": "odd", "main": "main.js" }',
    'node_modules/odd/main.js': `${text}\nexports.one = () => 1; exports.get = (m) => m[0];`,
  });

  test.each([
    ['has names like ours', 'const $fp_r = 1;'],
    ['uses what no world has', "new (require('node:vm').Script)('1');"],
    ['is very large', `/*${'x'.repeat(4_000_000)}*/`],
  ])('as it %s', async (_why, text) => {
    const [harmless] = await programsIn(files(text, 'P.one();'));
    expect(said(harmless!)).toBe('safe');
    const [given] = await programsIn(files(text, 'P.get(m);'));
    expect(() => explore(given!)).toThrow(/shared memory is given to odd, which cannot be instrumented \(/);
  });
});

describe('a package that is not instrumented leaves functions where all code finds them', { timeout: 120_000 }, () => {
  const RACE = '{ v[0] = v[0] + 1; }';
  const KEYS = ['leftGlobal', 'leftFixed', 'leftObject', 'leftInstance', 'leftByVm', 'leftLater'] as const;
  const PROTOTYPES: readonly (readonly [object, string])[] = [
    [Int32Array.prototype, 'leftMethod'],
    [Int32Array.prototype, 'leftGetter'],
    [Array.prototype, 'leftInArray'],
    [Reflect.getPrototypeOf([][Symbol.iterator]())!, 'leftInIterator'],
    [Reflect, 'leftInReflect'],
  ];
  afterEach(() => {
    for (const key of KEYS) Reflect.deleteProperty(globalThis, key);
    for (const [object, key] of PROTOTYPES) Reflect.deleteProperty(object, key);
    unguarded.clear();
  });

  const left = async (text: string, use: string, isExcluded = true): Promise<string> => {
    const body = `async () => { ${use} }`;
    const [program] = await programsIn(
      {
        'it.check.mjs': `import { check } from 'fencepost'; import * as P from 'left';
          check('it', (t) => { const v = new Int32Array(new SharedArrayBuffer(8));
            t.thread('A', ${body}); t.thread('B', ${body});
            t.after(() => { if (v[0] !== 2) throw new Error('n ' + v[0]); }); });`,
        'node_modules/left/package.json': '{ "name": "left", "main": "main.js" }',
        'node_modules/left/main.js': `${text}; exports.one = () => 1;`,
      },
      { exclude: isExcluded ? ['left'] : [] },
    );
    return said(program!);
  };
  const GLOBAL = `globalThis.leftGlobal = (v) => ${RACE}`;

  test.each([
    ['called', GLOBAL, 'leftGlobal(v)'],
    ['called as a property', GLOBAL, 'globalThis.leftGlobal(v)'],
    ['passed to a method', GLOBAL, '[v].map(globalThis.leftGlobal)'],
    ['passed to a timer', GLOBAL, 'setTimeout(leftGlobal, 1, v); await new Promise((r) => setTimeout(r, 2))'],
    ['passed to a promise', GLOBAL, 'await Promise.resolve(v).then(leftGlobal)'],
    ['bound', GLOBAL, 'leftGlobal.bind(null, v)()'],
    ['in an object', `globalThis.leftObject = { f: (v) => ${RACE} }`, 'leftObject.f(v)'],
    ['in an instance', `globalThis.leftInstance = new (class { f(v) ${RACE} })()`, 'leftInstance.f(v)'],
    ['a method', `Int32Array.prototype.leftMethod = function () { const v = this; ${RACE} }`, 'v.leftMethod()'],
    [
      'a getter',
      `Object.defineProperty(Int32Array.prototype, 'leftGetter', { configurable: true, get() { const v = this; ${RACE} } })`,
      'v.leftGetter',
    ],
    ['of lists', `Array.prototype.leftInArray = function () { const [v] = this; ${RACE} }`, '[v].leftInArray()'],
    [
      'of iterators',
      `Object.getPrototypeOf([][Symbol.iterator]()).leftInIterator = (v) => ${RACE}`,
      '[].values().leftInIterator(v)',
    ],
    ['of Reflect', `Reflect.leftInReflect = (v) => ${RACE}`, 'Reflect.leftInReflect(v)'],
    [
      'when it is called',
      `exports.install = () => { globalThis.leftLater = (v) => ${RACE}; }`,
      'P.install(); leftLater(v)',
    ],
  ])('%s', async (_how, text, use) => {
    expect(['refused', 'unknown']).toContain(await left(text, use));
    expect(await left(text, 'v[0] = P.one()')).toBe('failing');
  });

  test('a package that cannot be instrumented', async () => {
    const text = `require('node:vm').runInThisContext('globalThis.leftByVm = (v) => ${RACE}')`;
    expect(await left(text, 'leftByVm(v)', false)).toBe('refused');
    const polyfill = `globalThis.fetch = globalThis.fetch; ${GLOBAL}; new (require('node:vm').Script)('1')`;
    expect(await left(polyfill, 'leftGlobal(v)', false)).toBe('refused');
  });

  test('it may use them itself', async () => {
    const text = `Array.prototype.leftInArray = function () { return this.length; }; exports.two = () => [1, 2].leftInArray()`;
    expect(await left(text, 'Atomics.add(v, 0, P.two() - 1)')).toBe('safe');
  });

  // The property stays until the process ends.
  test('that cannot be replaced', async () => {
    const text = `Object.defineProperty(globalThis, 'leftFixed', { value: (v) => ${RACE} })`;
    expect(await left(text, 'leftFixed(v)')).toBe('unknown');
  });
});

test('a package may start a worker', async () => {
  const programs = (add: string): ReturnType<typeof programsIn> =>
    programsIn({
      'it.check.mjs': `import { check } from 'fencepost'; import { start } from 'starter';
        check('it', (t) => { const m = new Int32Array(new SharedArrayBuffer(8));
          t.thread('A', () => start(m)); t.thread('B', () => start(m));
          t.after(() => { if (m[0] !== 2) throw new Error('n ' + m[0]); }); });`,
      'node_modules/starter/package.json': '{ "name": "starter", "type": "module", "exports": "./main.js" }',
      'node_modules/starter/main.js': `import { Worker } from 'node:worker_threads';
        export const start = (m) => { new Worker(new URL('./work.js', import.meta.url), { workerData: m }); };`,
      'node_modules/starter/work.js': `import { workerData as m } from 'node:worker_threads'; ${add}`,
    });
  expect(said((await programs('m[0] = m[0] + 1;'))[0]!)).toBe('failing');
  expect(said((await programs('Atomics.add(m, 0, 1);'))[0]!)).toBe('safe');
});

test('without shared memory, nothing is said of code that is not seen', async () => {
  const [program] = await programsIn(
    {
      'it.check.mjs': `import { check } from 'fencepost'; import * as P from 'box';
        check('it', (t) => { t.thread('A', () => { P.keep({}); eval('1'); }); });`,
      'node_modules/box/package.json': '{ "name": "box", "type": "module", "exports": "./main.js" }',
      'node_modules/box/main.js': 'export const keep = (o) => o;',
    },
    { exclude: ['box'] },
  );
  expect(said(program!)).toBe('safe');
  expect(program!.hasUnseenCode!()).toBe(false);
});

test('packages find the globals of Node, not those of browsers and test runners', async () => {
  const names = [
    'WebSocket',
    'XMLHttpRequest',
    'EventSource',
    'expect',
    'describe',
    'it',
    'test',
    'jest',
    'vi',
    'beforeEach',
  ];
  const inNode = (name: string): boolean => Reflect.get(globalThis, name) !== undefined;
  const types = names.map((name) => `typeof ${name} !== 'undefined'`).join();
  const [program] = await programsIn({
    'it.check.mjs': `import { check } from 'fencepost'; import * as P from 'asking';
      check('it', (t) => { t.thread('A', () => [P.found, P.find()].join(' '));
        t.after(({ A }) => { throw new Error(A); }); });`,
    'node_modules/asking/package.json': '{ "name": "asking", "type": "module", "exports": "./main.js" }',
    'node_modules/asking/main.js': `export const find = () => [${types}, 'pause' in Atomics].join(); export const found = find();`,
  });
  const expected = [...names.map((name) => /^[A-Z]/.test(name) && inNode(name)), 'pause' in Atomics].join();
  expect(endsOf(program!, (each) => explore(each))).toEqual([`${expected} ${expected}`]);
});
