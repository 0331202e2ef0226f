import { expect, test } from 'vitest';
import { importModule } from '../../src/link/modules.js';
import { registerShim } from '../../src/world/running/shims.js';
import { defaultOf, load } from './graphs.js';

test('imported bindings are live', async () => {
  const { run } = await load({
    'main.mjs': `import { count, more } from './counter.mjs'; const before = count; more(); more(); export default [before, count];`,
    'counter.mjs': `export let count = 0; export function more() { count++; }`,
  });
  expect(run()['default']).toEqual([0, 2]);
});

test('each world has its own instances, and each module is evaluated once in it', async () => {
  const { run, graph } = await load({
    'main.mjs': `import { next } from './a.mjs'; import { next as same } from './b.mjs'; export default [next(), same()]; export { next };`,
    'a.mjs': `export * from './counter.mjs';`,
    'b.mjs': `export { next } from './counter.mjs';`,
    'counter.mjs': `let count = 0; export const next = () => ++count;`,
  });
  expect(run()['default']).toEqual([1, 2]);
  expect(run()['default']).toEqual([1, 2]);
  expect(graph.size).toBe(4);
});

test('modules are evaluated after those they import, in the order of the imports', async () => {
  const events: string[] = [];
  registerShim('events', () => ({ log: (event: string) => events.push(event) }));
  const log = `import { log } from 'events'; log`;
  const { run } = await load({
    'main.mjs': `import './left.mjs'; import './right.mjs'; ${log}('main');`,
    'left.mjs': `import './shared.mjs'; ${log}('left');`,
    'right.mjs': `import './shared.mjs'; ${log}('right');`,
    'shared.mjs': `${log}('shared');`,
  });
  run();
  expect(events).toEqual(['shared', 'left', 'right', 'main']);
});

test('in a cycle, functions can be called and variables are not initialised yet', async () => {
  expect(
    await defaultOf({
      'main.mjs': `import { early, late } from './other.mjs';
        export function hoisted() { return 'hoisted'; }
        export const variable = 'variable';
        export default [early, late()];`,
      'other.mjs': `import * as main from './main.mjs'; import { hoisted, variable } from './main.mjs';
        let state; try { state = main.variable; } catch (error) { state = error.name; }
        export const early = [hoisted(), state];
        export const late = () => variable;`,
    }),
  ).toEqual([['hoisted', 'ReferenceError'], 'variable']);
});

test('a function of a module that is not evaluated yet finds its imports', async () => {
  expect(
    await defaultOf({
      'main.mjs': `import { answer } from './user.mjs'; import { value } from './value.mjs';
        export function get() { return value(); } export default answer;`,
      'user.mjs': `import { get } from './main.mjs'; export const answer = get();`,
      'value.mjs': `export function value() { return 42; }`,
    }),
  ).toBe(42);
});

test('export * leaves out default, own names and names that are defined twice', async () => {
  const namespace = await defaultOf({
    'main.mjs': `import * as all from './all.mjs'; export default all;`,
    'all.mjs': `export * from './a.mjs'; export * from './b.mjs'; export const own = 'all';`,
    'a.mjs': `export const twice = 1, a = 'a', own = 'a'; export { shared } from './shared.mjs'; export default 1;`,
    'b.mjs': `export const twice = 2, b = 'b'; export * from './shared.mjs';`,
    'shared.mjs': `export const shared = 's';`,
  });
  expect({ ...(namespace as object) }).toEqual({ a: 'a', b: 'b', own: 'all', shared: 's' });
});

test('modules that export * from each other', async () => {
  const namespace = await defaultOf({
    'main.mjs': `import * as all from './a.mjs'; export default { ...all };`,
    'a.mjs': `export * from './b.mjs'; export const a = 1;`,
    'b.mjs': `export * from './a.mjs'; export const b = 2;`,
  });
  expect(namespace).toEqual({ a: 1, b: 2 });
});

test('a namespace object looks as it should, in each world', async () => {
  const { run } = await load({
    'main.mjs': `import * as all from './part.mjs'; import * as again from './part.mjs'; import { self } from './part.mjs';
      all.set(5);
      let refused = false; try { all.b = 2; } catch { refused = true; }
      export default { keys: Object.keys(all), b: all.b, tag: String(Object.prototype.toString.call(all)), same: all === again && all === self,
        has: 'b' in all, hasNot: 'toString' in all, refused, copy: { ...all }.b };`,
    'part.mjs': `import * as self from './part.mjs'; export { self }; export let b = 1; export const set = (value) => { b = value; }; export default 0;`,
  });
  const expected = {
    keys: ['b', 'default', 'self', 'set'],
    b: 5,
    tag: '[object Module]',
    same: true,
    has: true,
    hasNot: false,
    refused: true,
    copy: 5,
  };
  expect(run()['default']).toEqual(expected);
  expect(run()['default']).toEqual(expected);
});

test('the namespace of a module that exports nothing', async () => {
  const { run } = await load({
    'main.mjs': `import * as empty from './empty.mjs'; export default Object.keys({ ...empty });`,
    'empty.mjs': '0;',
  });
  expect([run()['default'], run()['default']]).toEqual([[], []]);
});

test('exports may have any name', async () => {
  expect(
    await defaultOf({
      'main.mjs': `import { 'a b' as ab, exports, module } from './odd.mjs'; export default [ab, exports, module];`,
      'odd.mjs': `const one = 1; export { one as 'a b', one as exports, one as module };`,
    }),
  ).toEqual([1, 1, 1]);
});

test('default exports', async () => {
  expect(
    await defaultOf({
      'main.mjs': `import f, { other } from './f.mjs'; import C from './c.mjs'; export default [f(), other, new C().name];`,
      'f.mjs': `export default function () { return 'f'; } export const other = 'o';`,
      'c.mjs': `export default class { name = 'c'; }`,
    }),
  ).toEqual(['f', 'o', 'c']);
});

test('top-level await runs the event loop', async () => {
  const files = {
    'main.mjs': `import { value } from './later.mjs'; export default value;`,
    'later.mjs': `let resolve; const promise = new Promise((r) => { resolve = r; }); Promise.resolve().then(() => resolve('late'));
      export const value = await promise;`,
  };
  expect(await defaultOf(files)).toBe('late');
});

test('a rejected top-level await is an error of the module', async () => {
  const { run } = await load({
    'main.mjs': `let seen; try { await Promise.reject(1); } catch (e) { seen = e; } export default seen;`,
  });
  expect(run()['default']).toBe(1);
  const failing = await load({ 'main.mjs': `await Promise.reject(new RangeError('no'));` });
  expect(() => failing.run()).toThrow(RangeError);
});

test('a top-level await that never ends', async () => {
  const { run } = await load({ 'main.mjs': `await new Promise(() => {});` });
  expect(run).toThrow(/top-level await in main.mjs never ends/);
});

test('an error of a module is thrown at each import', async () => {
  let runs = 0;
  registerShim('counted', () => ({ run: () => runs++ }));
  const { graph, folder, world, inside } = await load({
    'main.mjs': `import './bad.mjs';`,
    'bad.mjs': `import { run } from 'counted'; run(); throw new RangeError('bad');`,
  });
  const inner = world();
  const again = () => inside(inner, () => importModule(inner, graph, `${folder}/main.mjs`));
  expect(again).toThrow(RangeError);
  expect(again).toThrow(RangeError);
  expect(runs).toBe(1);
});

test('import.meta', async () => {
  const { run, folder } = await load({
    'main.mjs': `export default [import.meta.url, import.meta.filename, import.meta.dirname, import.meta.resolve('./a.mjs'), import.meta.resolve('node:fs')]; import './a.mjs';`,
    'a.mjs': '',
  });
  expect(run()['default']).toEqual([
    `file://${folder}/main.mjs`,
    `${folder}/main.mjs`,
    folder,
    `file://${folder}/a.mjs`,
    'node:fs',
  ]);
});

test('dynamic imports: evaluated when they are called, then the same namespace', async () => {
  expect(
    await defaultOf({
      'main.mjs': `const log = []; globalThis.fencepostLog = log;
        const promise = import('./late.mjs'); log.push('called');
        const first = await promise; const second = await import('./late.mjs');
        export default [log, first.value, first === second, promise instanceof Promise];`,
      'late.mjs': `globalThis.fencepostLog.push('evaluated'); export const value = 1;`,
    }),
  ).toEqual([['called', 'evaluated'], 1, true, true]);
});

test('a dynamic import that fails is rejected', async () => {
  expect(
    await defaultOf({
      'main.mjs': `const codes = [];
        try { await import('./nowhere.mjs'); } catch (error) { codes.push(error.code); }
        try { await import('./bad.mjs'); } catch (error) { codes.push(error.message); }
        export default codes;`,
      'bad.mjs': `throw new Error('bad');`,
    }),
  ).toEqual(['ERR_MODULE_NOT_FOUND', 'bad']);
});

test('a specifier that is known only when the program runs', async () => {
  const files = {
    'main.mjs': `import './a.mjs'; const name = 'a'; export default (await import('./' + name + '.mjs')).a;`,
    'a.mjs': 'export const a = 1;',
  };
  expect(await defaultOf(files)).toBe(1);
  const { run } = await load({ 'main.mjs': `const name = 'a';\nawait import('./' + name + '.mjs');`, 'a.mjs': '' });
  expect(run).toThrow(
    expect.objectContaining({ code: 'JS_MODULE', message: expect.stringContaining('./a.mjs') as string }),
  );
});
