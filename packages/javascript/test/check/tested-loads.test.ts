import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, failureKey, withRestarts } from '@fencepost/core';
import { JointSearch, exploreGraphs } from '@fencepost/explore';
import { learningValues } from '@fencepost/testing';
import type { Draw } from '@fencepost/testing/drawing';
import { drawing } from '@fencepost/testing/drawing';
import { describe, expect, it } from 'vitest';
import { programOf } from './explored.js';

/** FENCEPOST_JS_TESTED compares as many as you like. */
const PROGRAMS = Number(process.env['FENCEPOST_JS_TESTED'] ?? 30);
const MODELS: readonly ModelName[] = ['sc', 'arm64'];
const MOST_EXECUTIONS = 3000;

interface Told {
  readonly executions: number;
  readonly blocked: number;
  readonly outcomes: readonly string[];
  readonly states: number;
}

/** Undefined: too large. */
function told(program: Program, model: ModelName): Told | undefined {
  const outcomes = new Set<string>();
  const after: NonNullable<Program['after']> = (final) => {
    const results = final.outcomes().map((outcome) => (outcome as { readonly value: unknown }).value);
    outcomes.add(JSON.stringify([results, [0, 1].map((x) => final.read({ address: 64 + 4 * x, size: 4 }))]));
    program.after?.(final);
  };
  const changed = Object.create(program, { after: { value: after } }) as Program;
  const { executions, blocked, failures, states, rest } = withRestarts(
    () => exploreGraphs(new LocalStates(changed), { model, budget: MOST_EXECUTIONS }),
    changed,
  );
  if (rest.length > 0) return undefined;
  for (const failure of failures) outcomes.add(`${failure.executions} ${failureKey(failure)}`);
  return { executions, blocked, outcomes: [...outcomes].toSorted(), states: states.discovered };
}

function failsInJointStates(program: Program): boolean {
  return withRestarts(() => {
    const search = new JointSearch(new LocalStates(program));
    while (search.advance(Infinity));
    expect(search.failure !== undefined || search.isComplete).toBe(true);
    return search.failure !== undefined;
  }, program);
}

/** Random threads whose loads are tested, kept, or both. */
function randomThreads(seed: number): string {
  const draw = drawing(seed);
  const threads = Array.from(
    { length: 2 },
    (_, t) => `t.thread('t${t}', () => { let i = 0, r = 0; ${statements(draw, 3, t)} return r; });`,
  );
  const limit = draw(3) === 0 ? `t.after(({ t0 }) => { if (t0 === ${draw(4)}) throw new Error('found'); });` : '';
  return `const m = new Int32Array(new SharedArrayBuffer(8)); const far = [m];\n${threads.join('\n')}\n${limit}`;
}

function statements(draw: Draw, most: number, thread: number): string {
  return Array.from({ length: 1 + draw(most) }, () => statement(draw, thread)).join(' ');
}

function statement(draw: Draw, thread: number): string {
  const x = draw(2);
  switch (draw(9)) {
    case 0:
      return `Atomics.store(m, ${x}, ${1 + draw(3)});`;
    case 1:
      return `Atomics.add(m, ${x}, 1);`;
    case 2:
      return `r += Atomics.load(m, ${x});`;
    case 3:
      return `m[${x}] = ${1 + draw(3)};`;
    case 4:
      return `while (${test(draw)}) { if (++i > 2) break; }`;
    case 5:
      return `do { i++; } while (i < 2 && ${test(draw)});`;
    case 6:
      // The first thread writes before it waits, so that others can wait for that.
      return thread === 0 ? `Atomics.store(m, ${x}, 3);` : `while (Atomics.load(m, ${x}) < ${1 + draw(3)});`;
    default:
      return `if (${test(draw)}) { ${draw(2) === 0 ? statement(draw, thread) : 'r = 5;'} } else r += ${1 + draw(2)};`;
  }
}

function test(draw: Draw): string {
  const load = `Atomics.load(${['m', 'm', 'far[0]'][draw(3)]!}, ${['0', '1', 'i & 1'][draw(3)]!})`;
  const value = draw(5) === 0 ? `(r = ${load})` : load;
  const other = ['1', '2', 'i', 'r + 1', '(i + 1) % 3'][draw(5)]!;
  const operator = ['<', '>=', '===', '!==', '-', '&'][draw(6)]!;
  return (
    ['', '', '!'][draw(3)]! + (draw(2) === 0 ? `(${value} ${operator} ${other})` : `(${other} ${operator} ${value})`)
  );
}

/** The number of local states, and what the program tells with and without distinguishing values that are tested. */
async function compared(body: string, model: ModelName = 'sc'): Promise<{ readonly tested: Told; readonly all: Told }> {
  const program = await programOf(body);
  const [tested, all] = [told(program, model)!, told(learningValues(program), model)!];
  expect({ ...tested, states: 0 }).toEqual({ ...all, states: 0 });
  return { tested, all };
}

const writes = (name = 'writer'): string =>
  `t.thread('${name}', () => { for (let i = 1; i < 4; i++) Atomics.store(m, 0, i); });`;

describe('a load of which only a test learns', () => {
  it.each([
    ['of a loop', 'while (Atomics.load(m, 0) < 1);'],
    ['of a loop with another variable', 'let i = 1; while (i - Atomics.load(m, 0) >= 1);'],
    ['of an if', 'if (Atomics.load(m, 0) > 0) return 1;'],
    ['at the end of a loop', 'do {} while (!(Atomics.load(m, 0) > 0));'],
    ['of a for', 'for (; Atomics.load(m, 0) === 0;);'],
    [
      'of bytes',
      'const b = new Uint8Array(m.buffer, 0, 4); const w = new Int16Array(m.buffer, 4); if (Atomics.load(w, 0) > 0) return 1;',
    ],
  ])('leads to one state for each result of the test: %s', async (_, code) => {
    const index = code.includes('w, 0') ? 1 : 0;
    const { tested, all } = await compared(
      `const m = new Int32Array(new SharedArrayBuffer(8)); ${index === 1 ? "const w = new Int16Array(m.buffer, 4); t.thread('writer', () => { for (let i = 1; i < 4; i++) Atomics.store(w, 0, i); });" : writes()}
       t.thread('reader', () => { ${code} Atomics.store(m, 0, 9); return 0; });`,
    );
    expect(tested.states).toBeLessThan(all.states);
  });

  it.each([
    ['its value is kept', 'let v; while ((v = Atomics.load(m, 0)) < 1); return v;'],
    ['another load is in the test', 'if (Atomics.load(m, 0) > Atomics.load(m, 0)) return 1; return 0;'],
    [
      'operators may run code',
      'const o = { valueOf() { return Atomics.load(m, 0); } }; if (Atomics.load(m, 0) > o) return 1;',
    ],
    [
      'the index runs code',
      'if (Atomics.load(m, { valueOf() { return Atomics.load(m, 0) & 0; } }) > 5) return 1; return 0;',
      true,
    ],
    [
      'Atomics is another object',
      'const Atomics = { load: () => globalThis.Atomics.load(m, 0) * 2 }; if (Atomics.load(m, 0) === 2) return 1;',
    ],
    [
      'Atomics.load is replaced',
      'const { load } = Atomics; Atomics.load = (...args) => load(...args) * 2; try { if (Atomics.load(m, 0) === 2) return 1; } finally { Atomics.load = load; }',
    ],
  ])('is distinguished by its value where %s', async (_, code, merges = false) => {
    const { tested, all } = await compared(
      `const m = new Int32Array(new SharedArrayBuffer(8)); ${writes()} t.thread('reader', () => { ${code} });`,
    );
    if (merges) expect(tested.states).toBeLessThan(all.states);
    else expect(tested.states).toBe(all.states);
  });

  it(`changes no result: ${PROGRAMS} random programs`, { timeout: 20_000 + 300 * PROGRAMS }, async () => {
    let fewer = 0;
    let failing = 0;
    let compared = 0;
    for (let seed = 0; seed < PROGRAMS; seed++) {
      const body = randomThreads(seed);
      const program = await programOf(body);
      for (const model of MODELS) {
        const [tested, all] = [told(program, model), told(learningValues(program), model)];
        if (tested === undefined || all === undefined) continue;
        expect({ ...tested, states: 0 }, `seed ${seed}, ${model}:\n${body}`).toEqual({ ...all, states: 0 });
        compared++;
        if (tested.states < all.states) fewer++;
        if (model !== 'sc') continue;
        const fails = tested.outcomes.some((outcome) => !outcome.startsWith('[['));
        expect(failsInJointStates(program), `seed ${seed}:\n${body}`).toBe(fails);
        if (fails) failing++;
      }
    }
    expect(compared).toBeGreaterThan(PROGRAMS);
    expect(fewer).toBeGreaterThan(PROGRAMS / 10);
    expect(failing).toBeGreaterThan(PROGRAMS / 20);
  });
});
