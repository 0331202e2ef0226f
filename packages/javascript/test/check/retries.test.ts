import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, UnseenStores, withRestarts } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { followingRetries } from '@fencepost/testing';
import type { Draw } from '@fencepost/testing/drawing';
import { drawing } from '@fencepost/testing/drawing';
import { describe, expect, it } from 'vitest';
import { programOf, programsIn } from './explored.js';

/** FENCEPOST_JS_RETRIES compares as many as you like. */
const PROGRAMS = Number(process.env['FENCEPOST_JS_RETRIES'] ?? 40);
const MODELS: readonly ModelName[] = ['sc', 'arm64'];
const MOST_EXECUTIONS = 5000;

interface Told {
  readonly executions: number;
  readonly outcomes: readonly string[];
  readonly robust: boolean;
  readonly racy: boolean;
}

/** Undefined: too large. */
function told(program: Program, model: ModelName): Told | undefined {
  const outcomes = new Set<string>();
  const after: NonNullable<Program['after']> = (final) => {
    const results = final.outcomes().map((outcome) => (outcome as { readonly value: unknown }).value);
    const values = Array.from({ length: 4 }, (_, x) => final.read({ address: x }));
    outcomes.add(JSON.stringify([results, values]));
  };
  const unseen = new UnseenStores();
  const changed = Object.create(program, { after: { value: after } }) as Program;
  const { executions, failures, nonSequential, racy, rest } = withRestarts(() => {
    const states = new LocalStates(changed);
    states.unseen = unseen;
    return exploreGraphs(states, { model, races: true, budget: MOST_EXECUTIONS });
  }, changed);
  if (rest.length > 0) return undefined;
  for (const { kind, message } of failures) outcomes.add(`${kind} ${message}`);
  return { executions, outcomes: [...outcomes].toSorted(), robust: nonSequential === 0, racy: racy > 0 };
}

const INCREMENTS = {
  'loads again':
    'for (;;) { const v = Atomics.load(x, 0); if (Atomics.compareExchange(x, 0, v, v + 1) === v) return v; }',
  'loads again, outer variable':
    'let v; do { v = Atomics.load(x, 0); } while (Atomics.compareExchange(x, 0, v, v + 1) !== v); return v;',
  reuses:
    'let v = Atomics.load(x, 0); for (;;) { const got = Atomics.compareExchange(x, 0, v, v + 1); if (got === v) return v; v = got; }',
  'reuses in the condition':
    'let v = Atomics.load(x, 0); let got; while ((got = Atomics.compareExchange(x, 0, v, v + 1)) !== v) v = got; return v;',
  'reuses in for':
    'for (let v = Atomics.load(x, 0); ;) { const got = Atomics.compareExchange(x, 0, v, v + 1); if (got === v) return v; v = got; }',
};

const STACK = `class Stack {
  top = new Int32Array(new SharedArrayBuffer(4));
  next = new Int32Array(new SharedArrayBuffer(16));
  pushAgain(node: number) {
    for (;;) {
      const head = Atomics.load(this.top, 0);
      Atomics.store(this.next, node, head);
      if (Atomics.compareExchange(this.top, 0, head, node) === head) return;
    }
  }
  popAgain() {
    for (;;) {
      const head = Atomics.load(this.top, 0);
      if (head === 0) return 0;
      const next = Atomics.load(this.next, head);
      if (Atomics.compareExchange(this.top, 0, head, next) === head) return head;
    }
  }
  push(node: number) {
    let head = Atomics.load(this.top, 0);
    for (;;) {
      Atomics.store(this.next, node, head);
      const got = Atomics.compareExchange(this.top, 0, head, node);
      if (got === head) return;
      head = got;
    }
  }
  pop() {
    let head = Atomics.load(this.top, 0);
    while (head !== 0) {
      const next = Atomics.load(this.next, head);
      const got = Atomics.compareExchange(this.top, 0, head, next);
      if (got === head) break;
      head = got;
    }
    return head;
  }
}`;

describe('retries of JavaScript', { timeout: 60_000 + 2000 * PROGRAMS }, () => {
  it.each(Object.entries(INCREMENTS))('add no execution to increments: %s', async (_, body) => {
    const threads = `for (const name of ['a', 'b', 'c', 'd']) t.thread(name, () => {\n${body}\n});`;
    const program = await programOf(`const x = new Int32Array(new SharedArrayBuffer(4));\n${threads}`);
    for (const model of MODELS) {
      const { executions, outcomes } = told(program, model)!;
      expect({ executions, outcomes: outcomes.length }).toEqual({ executions: 24, outcomes: 24 });
    }
  });

  it.each([
    ['push', 'pop'],
    ['pushAgain', 'popAgain'],
  ])('add no execution to a stack: %s, %s', async (push, pop) => {
    const program = await programOf(
      `const s = new Stack();\nfor (const i of [1, 2, 3]) t.thread('t' + i, () => { s.${push}(i); return s.${pop}(); });`,
      {},
      STACK,
    );
    expect(told(program, 'sc')!.executions).toBe(270);
    expect(told(program, 'arm64')!.executions).toBe(270);
  });

  // Each thread returns how often it has tried, which no state of the loop itself shows.
  it.each([
    ['a call', 'let n = 0; const f = (v) => { n++; return v + 1; };', 'Atomics.compareExchange(x, 0, v, f(v))'],
    [
      'a getter',
      'let n = 0; const o = { get one() { n++; return 1; } };',
      'Atomics.compareExchange(x, 0, v, v + o.one)',
    ],
    [
      'a conversion',
      'let n = 0; const o = { valueOf() { n++; return 1; } };',
      'Atomics.compareExchange(x, 0, v, v + o)',
    ],
    ['a counter', 'let n = 0;', 'Atomics.compareExchange(x, 0, v, (n++, v + 1))'],
    ['an own array', 'const a = [0]; let n;', '(a[0]++, n = a[0], Atomics.compareExchange(x, 0, v, v + 1))'],
    ['what was loaded first', 'const n = Atomics.load(x, 0); let w = n;', 'Atomics.compareExchange(x, 0, v, v + 1)'],
  ])('are followed if the loop has a trace: %s', async (_, before, cas) => {
    const body = `${before} let v = Atomics.load(x, 0); for (;;) { const got = ${cas}; if (got === v) return n; v = got; }`;
    const threads = `for (const name of ['a', 'b', 'c']) t.thread(name, () => {\n${body}\n});`;
    const program = await programOf(`const x = new Int32Array(new SharedArrayBuffer(4));\n${threads}`);
    for (const model of MODELS) {
      expect(told(program, model)!.outcomes).toEqual(told(followingRetries(program), model)!.outcomes);
    }
  });

  it(`change no result: ${PROGRAMS} random programs`, async () => {
    let compared = 0;
    let fewer = 0;
    for (let first = 0; first < PROGRAMS; first += 20) {
      const seeds = Array.from({ length: Math.min(20, PROGRAMS - first) }, (_, i) => first + i);
      const text = seeds.map((seed) => programText(seed)).join('');
      const programs = await programsIn({ 'it.test.ts': `import { check } from 'fencepost';\n${text}` });
      for (const [i, program] of programs.entries()) {
        for (const model of MODELS) {
          const all = told(followingRetries(program), model);
          const less = all && told(program, model)!;
          if (less === undefined) continue;
          compared++;
          if (less.executions < all!.executions) fewer++;
          const say = `seed ${seeds[i]} under ${model}:\n${programText(seeds[i]!)}`;
          expect({ ...less, executions: 0 }, say).toEqual({ ...all, executions: 0 });
        }
      }
    }
    expect(compared).toBeGreaterThan(1.5 * PROGRAMS);
    expect(fewer).toBeGreaterThan(PROGRAMS / 4);
  });
});

/** Threads that retry compare-and-swaps on m[0] and m[1], store to m[2] and m[3], and return what they have seen. */
function programText(seed: number): string {
  const draw = drawing(seed);
  const count = draw(3) === 0 ? 3 : 2;
  const threads = Array.from({ length: count }, (_, t) => {
    const body = Array.from({ length: 1 + draw(count === 2 ? 3 : 2) }, () => `    ${statement(draw, t)}\n`).join('');
    return `  t.thread('t${t}', () => {\n    const seen: unknown[] = [];\n${body}    return seen;\n  });\n`;
  });
  return `check('${seed}', (t) => {\n  const m = new Int32Array(new SharedArrayBuffer(16));\n${threads.join('')}});\n`;
}

function statement(draw: Draw, t: number): string {
  const x = draw(3) === 0 ? 1 : 0;
  const load = (at = x): string => (draw(4) === 0 ? `m[${at}]` : `Atomics.load(m, ${at})`);
  const next = ['v + 1', 'v * 2 + 1', String(1 + draw(2)), `v | ${1 + draw(3)}`][draw(4)]!;
  const cas = (value = next): string => `Atomics.compareExchange(m, ${x}, v, ${value})`;
  const own = draw(4) === 0 ? 3 : 2 + (t % 2);
  const store = (draw(2) === 0 ? `m[${own}] = v;` : `Atomics.store(m, ${own}, v);`) + (draw(4) === 0 ? ` const w = m[${own}]; if (w === 9) return seen;` : ''); // prettier-ignore
  const some = draw(2) === 0 ? store : '';
  const note = draw(2) === 0 ? 'seen.push(v);' : '';
  const forms = [
    `{ let v; do { v = ${load()}; ${some} } while (${cas()} !== v); ${note} }`,
    `for (;;) { const v = ${load()}; ${some} if (v === ${draw(3)}) break; if (${cas()} === v) { ${note} break; } }`,
    `{ let v = ${load()}; for (;;) { ${some} const got = ${cas()}; if (got === v) break; v = got; } ${note} }`,
    `{ let v = Atomics.load(m, ${x}); let got; while ((got = ${cas()}) !== v) v = got; ${note} }`,
    `{ const first = ${load()}; let v = first; for (;;) { const got = ${cas()}; if (got === v) break; v = got; } seen.push(first, v); }`,
    `{ let n = 0; let v = ${load()}; for (;;) { n++; const got = ${cas('v + n')}; if (got === v) break; v = got; } seen.push(n); }`,
    `for (let v = Atomics.load(m, ${x}); v !== ${1 + draw(2)};) { const w = ${load(1 - x)}; const got = ${cas('w + 1')}; if (got === v) { ${note} break; } v = got; }`,
    `Atomics.store(m, ${draw(2) === 0 ? x : own}, ${1 + draw(3)});`,
    `seen.push(${load(draw(4))});`,
    `seen.push(${load(draw(4))}, m[${draw(4)}]);`,
    `Atomics.add(m, ${x}, 1);`,
  ];
  return forms[draw(forms.length)]!;
}
