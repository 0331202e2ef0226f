import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, Random, withRestarts } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { expect, test } from 'vitest';
import { programsIn } from './explored.js';

// Loops with counters, whose iterations are passed over, against the same loops with another use of the counter: then
// they are explored one by one.

interface Explored {
  readonly outcomes: readonly string[];
  readonly executions: number;
  /** Was every loop followed to its end? */
  readonly isWhole: boolean;
}

function explored(program: Program, model: ModelName): Explored {
  const found = new Set<string>();
  const after: NonNullable<Program['after']> = (final) => {
    found.add(JSON.stringify(final.outcomes().map((outcome) => (outcome as { readonly value: unknown }).value)));
  };
  const states = (): LocalStates => new LocalStates({ ...program, after });
  const { failures, executions } = withRestarts(() => exploreGraphs(states(), { model }));
  for (const { kind } of failures) found.add(kind);
  return { outcomes: [...found].sort(), executions, isWhole: program.limits!().length === 0 };
}

const SEED = 20_261_116;
const PROGRAMS = Number(process.env['FENCEPOST_COUNTERS'] ?? 12);

/** A thread that looks again and again, and one that writes. `use`: what else is done with the counter. */
function programText(name: string, random: Random, use: string): string {
  const below = (bound: number): number => Math.floor(random.next() * bound);
  const pick = (...texts: readonly string[]): string => texts[below(texts.length)]!;
  const step = 1 + below(3);
  const limit = step * (11 + below(4)) + below(step);
  const isDown = below(4) === 0;
  const [start, far] = isDown ? [limit, '0'] : [0, pick(String(limit), 'most')];
  const next = `n ${isDown ? '-' : '+'}= ${step}`;
  const beyond = isDown
    ? pick(`n <= ${far}`, `${far} > n`, `n < ${far}`)
    : pick(`n >= ${far}`, `n > ${far}`, `${far} <= n`);
  const compared = pick(beyond, beyond, `n === ${far}`, `!(n !== ${far})`);
  const read = pick(
    'Atomics.load(m, 0)',
    'm[0]',
    'Atomics.compareExchange(m, 0, 2, 3)',
    'Atomics.load(m, 0) + m[1]',
    '(Atomics.load(m, 0), 0)',
  );
  const give = pick(
    "return 'over'",
    "return ['over', m[1]]",
    'return Atomics.add(m, 2, 1)',
    'Atomics.store(m, 2, 5)',
    'break',
    'if (m[1] === 1) return m[2]',
  );
  const stepping = pick(`${next};`, `${next};`, `if (v === 0) ${next};`);
  const order = pick(`${stepping} if (${compared}) { ${give}; }`, `if (${compared}) { ${give}; } ${stepping}`);
  const head = pick(`while ((v = ${read}) === 0)`, `for (; (v = ${read}) !== 1; )`, `do`);
  const tail = head === 'do' ? `while ((v = ${read}) === 0);` : '';
  const last = pick('return v', `return [v, n > ${limit}]`, "return v === 0 ? 'none' : m[1]");
  const writes = Array.from({ length: 1 + below(3) }, () =>
    pick(
      'Atomics.store(m, 0, 1)',
      'm[0] = 1',
      'm[0] = 2',
      'm[1] = 1',
      'Atomics.store(m, 0, 0)',
      'Atomics.add(m, 0, 1)',
      'm[2] = 4',
    ),
  );
  return `check('${name}', (t) => {
    const m = new Int32Array(new SharedArrayBuffer(16));
    t.thread('looks', () => {
      const most = ${limit}; let n = ${start}; let v = 0;
      ${head} { ${use} ${order} } ${tail}
      ${last};
    });
    t.thread('writes', () => { ${writes.join('; ')}; return m[2]; });
  });`;
}

test(
  'iterations that are passed over would have changed nothing',
  async () => {
    const texts = Array.from({ length: PROGRAMS }, (_, i) =>
      ['', 'id(n);'].map((use) => {
        return programText(`${i}${use}`, new Random(SEED + i), use);
      }),
    );
    const source = `import { check } from 'fencepost';\nconst id = (x) => x;\n${texts.flat().join('\n')}`;
    const programs = await programsIn({ 'it.test.mjs': source }, { unroll: 40 });
    let fewer = 0;
    let whole = 0;
    for (let i = 0; i < PROGRAMS; i++) {
      for (const model of ['sc', 'arm64'] as const) {
        const counted = explored(programs[2 * i]!, model);
        const plain = explored(programs[2 * i + 1]!, model);
        // What goes on forever is cut off where it is explored one by one.
        const expected = plain.isWhole ? plain.outcomes : [...new Set([...plain.outcomes, ...counted.outcomes])].sort();
        expect([model, texts[i]![0], ...counted.outcomes]).toEqual([model, texts[i]![0], ...expected]);
        if (plain.isWhole) whole++;
        if (counted.executions < plain.executions) fewer++;
      }
    }
    // Not those of loops that read twice.
    expect({ whole: whole > PROGRAMS / 2, fewer: fewer > PROGRAMS / 2 }).toEqual({ whole: true, fewer: true });
  },
  10_000 * PROGRAMS,
);
