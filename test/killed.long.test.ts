import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { rotated } from '@fencepost/testing/rotation';
import { root } from '@fencepost/testing/built';
import type { Chain, Subject, Work } from './kills.js';
import { Killer } from './kills.js';

// The built command, killed at random moments: nothing of it has a chance to clean up. A resumed search that began again would
// end with the same report, so what counts is how much was explored, by all processes together: nothing twice of what a process
// had told of before it was saved. `FENCEPOST_KILLS=30` kills each 30 times.

const KILLS = Number(process.env['FENCEPOST_KILLS'] ?? 2);
const SEED = Number(process.env['FENCEPOST_SEED'] ?? 1);
/** A state is written every two seconds. Those of a campaign are killed at any time between two of them. */
const LONGEST_DELAY = KILLS < 10 ? 300 : 2000;
/** What is being explored begins again: a scenario, a test with one seed, a piece of 256. It is less than this part of the whole. */
const BEGUN = 0.1;
/** None is killed before more of it was saved. */
const SAVED = 0.2;
/** On a machine that needs less, more is done. */
const LEAST = 3200;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-killed-'));
const killer = new Killer(folder, SEED);

/** `x` is written by this many threads: each order of these is an execution. */
function litmus(threads: number): string {
  const row = (cell: (i: number) => string): string => Array.from({ length: threads }, (_, i) => cell(i)).join(' | ');
  return `X86_64 orders\n{ }\n${row((i) => `P${i}`)} ;\n${row((i) => `movq $${i + 1},(x)`)} ;\nexists (x=1)\n`;
}

const TICKETS = `import { check } from 'fencepost';
check('tickets', (t) => {
  const numbers = new Int32Array(new SharedArrayBuffer(4));
  for (let i = 0; i < 9; i++) t.thread(\`t\${i}\`, () => Atomics.add(numbers, 0, i + 1));
});
`;

const RING = `import { int, linearizable } from 'fencepost';
import { Ring } from './ring.js';
linearizable('ring', () => new Ring(new SharedArrayBuffer(8 + 3 * 4)), { push: [int(1, 2)], pop: [] }, {
  calls: 7,
  roles: { producer: ['push'], consumer: ['pop'] },
});
`;

const VOTE = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flags[N], voters;
static int seen[N];

static void *vote(void *arg) {
  long i = (long)arg;
  atomic_store(&flags[i], 1);
  seen[i] = atomic_load(&flags[(i + 1) % N]);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, vote, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  atomic_fetch_add(&voters, N);
  int sum = 0;
  for (int i = 0; i < N; i++)
    sum += seen[i];
  assert(sum > 0);
}
`;

const FLAGS = `import { load, program, store } from 'fencepost';
export default program('flags', (p) => {
  const flags = p.array('flag', 4);
  flags.forEach((flag, i) => {
    p.thread(\`t\${i}\`, function* () {
      yield store(flag, 1, 'relaxed');
      return yield load(flags[(i + 1) % 4], 'relaxed');
    });
  });
});
`;

beforeAll(() => {
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(path.join(root, 'packages', 'fencepost'), path.join(folder, 'node_modules', 'fencepost'));
  for (const name of ['inc.c', 'sb.c'])
    fs.copyFileSync(path.join(root, 'corpus', 'peers', name), path.join(folder, name));
  fs.copyFileSync(path.join(root, 'examples', 'typescript', 'ring.ts'), path.join(folder, 'ring.ts'));
  fs.writeFileSync(path.join(folder, 'orders.litmus'), litmus(10));
  fs.writeFileSync(path.join(folder, 'vote.c'), VOTE);
  fs.writeFileSync(path.join(folder, 'tickets.check.ts'), TICKETS);
  fs.writeFileSync(path.join(folder, 'ring.check.ts'), RING);
  fs.writeFileSync(path.join(folder, 'flags.mjs'), FLAGS);
});

afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

const JSON_ONLY = ['--format', 'json', '--jobs', '1'];
const ALL_ORDERS = [...JSON_ONLY, '--symmetry', 'off', '--model'];
const SUBJECTS: readonly (Subject & { readonly skip?: boolean })[] = [
  {
    ...{ name: 'C', command: 'check', skip: !canCompile },
    sizes: ['sc', 'sc,tso,pso'].map((models) => ['inc.c', ...ALL_ORDERS, models, '--', '-DN=9']),
  },
  {
    ...{ name: 'TypeScript', command: 'check' },
    sizes: ['sc', 'sc,tso,arm64'].map((models) => ['tickets.check.ts', ...ALL_ORDERS, models]),
  },
  {
    ...{ name: 'a litmus test', command: 'check' },
    sizes: ['sc', 'sc,tso'].map((models) => ['orders.litmus', ...ALL_ORDERS, models]),
  },
  {
    ...{ name: 'linearizable', command: 'check' },
    sizes: ['sc', 'sc,arm64'].map((models) => ['ring.check.ts', ...JSON_ONLY, '--model', models]),
  },
  {
    ...{ name: 'fix', command: 'fix', skip: !canCompile },
    sizes: [11, 13].map((n) => ['sb.c', '--model', 'tso', '--', `-DN=${n}`, '-DCHECK']),
  },
  {
    ...{ name: 'relax', command: 'relax', skip: !canCompile },
    sizes: [11, 13].map((n) => ['vote.c', '--', `-DN=${n}`]),
  },
  {
    ...{ name: 'test --seeds', command: 'test' },
    sizes: [150, 400].map((n) => [
      ...['flags.mjs', ...JSON_ONLY, '--seeds', `1-${n}`, '--all', '--model', 'tso', '--max-time', '600s'],
    ]),
  },
];

// Each takes most of a minute: a commit has two or three of them, a campaign has all.
const possible = SUBJECTS.filter(({ skip }) => skip !== true);

describe.each(KILLS < 10 ? rotated(possible, 3) : possible)(
  'a killed run resumes where it was saved: $name',
  { timeout: 600_000 * Math.max(1, KILLS / 5) },
  (subject) => {
    it(`and explores only the remaining work: ${KILLS} times`, async () => {
      const { args, whole } = await wholeOf(subject);
      const chains: Chain[] = [];
      const killed = (): number => chains.reduce((sum, chain) => sum + chain.killed.length, 0);
      // A run may end before it is killed as often as that.
      for (let tries = 0; killed() < KILLS && tries < KILLS + 2; tries++) {
        const chain = await killer.kill(subject.command, args, KILLS - killed(), {
          ...{ least: SAVED * whole.executions, longest: LONGEST_DELAY },
        });
        chains.push(chain);
        const { code, out } = chain.last;
        expect({ code: code ?? whole.code, told: told(out) }).toEqual({ code: whole.code, told: told(whole.out) });
        expect(killer.left).toEqual([]);
        const unsaved = chain.killed.reduce((sum, { executions, saved }) => sum + executions - saved, 0);
        const begun = chain.killed.length * BEGUN * whole.executions;
        expect(lostBy(chain, whole), `explored twice, of ${whole.executions}`).toBeLessThanOrEqual(unsaved + begun);
      }
      expect(killed()).toBe(KILLS);
      if (KILLS >= 10) console.log(tableRow(subject, whole, chains));
    });
  },
);

/** As much as it takes to be saved, to its end. */
async function wholeOf({ command, sizes }: Subject): Promise<{ args: readonly string[]; whole: Work }> {
  for (const args of sizes) {
    const whole = await killer.work(command, args);
    // What is compiled now is not compiled the next time.
    if (args === sizes.at(-1) || whole.searched >= LEAST) return { args, whole };
  }
  throw new Error(`${command}: nothing to do`);
}

/** Executions that were explored more than once. */
function lostBy({ killed, last }: Chain, whole: Work): number {
  return [...killed, last].reduce((sum, { executions }) => sum + executions, -whole.executions);
}

/** What does not depend on the clock. */
function told(out: string): unknown {
  return out.startsWith('{') ? JSON.parse(out.replaceAll(/"seconds": [\d.e-]+/g, '"seconds": 0')) : out;
}

function tableRow({ name }: Subject, whole: Work, chains: readonly Chain[]): string {
  const lost = chains.reduce((sum, chain) => sum + lostBy(chain, whole), 0);
  const cells = [
    ...[name, KILLS, whole.executions, (whole.milliseconds / 1000).toFixed(1), Math.round(lost / KILLS)],
    ((lost / KILLS) * (whole.searched / whole.executions / 1000)).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}
