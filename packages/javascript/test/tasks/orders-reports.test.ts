import { checkProgram } from '@fencepost/check';
import { LocalStates, withRestarts } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { expect, it } from 'vitest';
import { explore, programsIn } from '../check/explored.js';

const TOP = `import assert from 'node:assert';
import { beforeEach, vi } from 'vitest';
import { orders as it } from 'fencepost/vitest';
`;

it('a test begins at its own line, and a call is where the caller is, whatever the mock function does', async () => {
  const text = `let row = 0;
  it('first', async () => {
    const get = vi.fn(async (x) => { row++; return x; });
    await Promise.all([
      get(1),
      get(2),
    ]);
    throw new Error(String(row));
  });
  it('last', async () => undefined);`;
  const placesOf = async (number: number): Promise<readonly string[]> => {
    const programs = await programsIn({ 'it.test.ts': TOP + text });
    const states = withRestarts(() => {
      const tried = new LocalStates(programs[number]!);
      exploreGraphs(tried, { model: 'sc', finals: true });
      return tried;
    });
    const labels = Array.from({ length: states.labels.count }, (_, i) => states.labels.get(i));
    return labels.flatMap(({ task, site }) => (task === '' ? [] : [`${task} ${site?.line}`])).toSorted();
  };
  expect(await placesOf(0)).toEqual(['test 5', 'test 8', 'test 9']);
  expect(await placesOf(1)).toEqual(['test 13']);
});

it('a timer that expires is a step of the task that has set it', async () => {
  const text = `it('t', async () => {
    const late = new Promise((go) => {
      setTimeout(go, 100, 'late');
    });
    if ((await Promise.race([vi.fn(async () => 'x')(), late])) === 'late') throw new Error('late');
  });`;
  const [program] = await programsIn({ 'it.test.ts': TOP + text });
  const [check] = checkProgram(program!, { models: ['sc'] });
  const { story } = check!.failures[0]!.counterexample!;
  const lanes = story.threads.map(({ name }) => name);
  const steps = story.steps.map(({ thread, site, action }) => `${lanes[thread]} ${site?.line} ${action}`);
  expect(steps).toEqual(['test 4 begins', 'test 8 mock() is called', 'test 6 timer of 100 ms expires']);
});

it.each([
  ["rows.set('name', v)", "rows.get('name')", 'overwrites name: '],
  ["rows.set('7', v)", "rows.get('7')", 'overwrites entry 7: '],
])('an overwritten entry of a map is named: %s', async (write, read, told) => {
  const text = `import { check } from 'fencepost';
  check('it', (t) => {
    const rows = new Map();
    const { wait } = t.outside({ wait: async () => null });
    const add = async () => { const v = (${read} ?? 0) + 1; await wait(); ${write}; };
    t.task('a', add);
    t.task('b', add);
    t.after(() => { if (${read} !== 2) throw new Error('lost'); });
  });`;
  const [program] = await programsIn({ 'it.check.ts': text });
  const [check] = checkProgram(program!, { models: ['sc'] });
  const { steps } = check!.failures[0]!.counterexample!.story;
  expect(steps.map(({ action }) => action)).toContainEqual(expect.stringContaining(told));
});

it('a promise that nothing handles is told from an exception', async () => {
  const messagesOf = async (body: string) => {
    const [program] = await programsIn({ 'it.test.ts': `${TOP} it('t', async () => { ${body} });` });
    return explore(program!).failures.map(({ message }) => message);
  };
  const save = "const save = vi.fn().mockRejectedValue(new TypeError('full'));";
  expect(await messagesOf(`${save} await save();`)).toEqual(['TypeError: full']);
  expect(await messagesOf(`${save} void save(); await null;`)).toEqual(['unhandled rejection: TypeError: full']);
  expect(await messagesOf("void Promise.reject('text');")).toEqual(['unhandled rejection: "text"']);
});

it('a failure names the task that throws, not the one whose event came last', async () => {
  const [program] = await programsIn({ 'it.test.ts': `${TOP} it('t', async () => { throw new Error('no'); });` });
  expect(explore(program!).failures.map(({ thread }) => thread)).toEqual(['test']);
  const two = `import { check } from 'fencepost';
  check('it', (t) => {
    let tell;
    const told = new Promise((resolve) => { tell = resolve; });
    t.task('waits', async () => { await told; throw new Error('no'); });
    t.task('tells', async () => tell());
  });`;
  const [tasks] = await programsIn({ 'it.check.ts': two });
  expect(new Set(explore(tasks!).failures.map(({ thread }) => thread))).toEqual(new Set(['waits']));
});

it.each([
  ['const a = vi.fn();', 'a'],
  ['const a = (vi.fn<() => void>()) as unknown;', 'a'],
  ['const a = vi.fn().mockReturnValue(1).mockReturnValueOnce(2);', 'a'],
  ['let a; a = vi.fn();', 'a'],
  ['let a; await null; a = vi.fn(); const use = () => a; use();', 'a'],
  ['const o = { get: vi.fn() }; const a = o.get;', 'get'],
  ['const o: any = {}; o.get = vi.fn(); const a = o.get;', 'get'],
  ['class C { get = vi.fn(); } const a = new C().get;', 'get'],
  ['const make = (get = vi.fn()) => get; const a = make();', 'get'],
  ['const { fn } = vi; const a = fn();', 'a'],
  ["const a = vi.fn().mockName('b');", 'b'],
  ["function load() {} const o = { get: load }; const a = vi.spyOn(o, 'get');", 'get'],
  ['function load() {} const [a] = [vi.fn(load)];', 'load'],
  ['function load() {} const a = vi.fn(load);', 'a'],
  ['const [a] = [vi.fn()];', 'mock'],
  // Another function of this name makes no mock function.
  ['const other = { fn: () => vi.fn }; const make = other.fn(); const a = make();', 'mock'],
  ['const a = before;', 'before'],
])('%s is called %j', async (made, name) => {
  const text = `let before; beforeEach(() => { before = vi.fn(); });
  it('t', async () => { ${made} throw new Error((a as any).getMockName()); });`;
  const [program] = await programsIn({ 'it.test.ts': TOP + text });
  expect(explore(program!).failures.map(({ message }) => message)).toEqual([`Error: ${name}`]);
});
