import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canCompile } from '../packages/c/test/program/compiled.js';
import { root } from './built.js';
import type { Kill, Subject, Work } from './kills.js';
import { Killer } from './kills.js';

// The built command, killed at random moments: nothing of it has a chance to clean up. A resumed search that began again would
// end with the same report, so what counts is how much was explored. `FENCEPOST_KILLS=30` kills each 30 times.

const KILLS = Number(process.env['FENCEPOST_KILLS'] ?? 2);
const SEED = Number(process.env['FENCEPOST_SEED'] ?? 1);
/** A state is written every two seconds; then there is the part that was being explored. */
const SECONDS = 2.5;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-killed-'));
const killer = new Killer(folder, SEED);

/** `x` is written by so many threads: each order of these is an execution. */
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
  fs.writeFileSync(path.join(folder, 'tickets.check.ts'), TICKETS);
  fs.writeFileSync(path.join(folder, 'ring.check.ts'), RING);
  fs.writeFileSync(path.join(folder, 'flags.mjs'), FLAGS);
});

afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

const JSON_ONLY = ['--format', 'json', '--jobs', '1'];
const SUBJECTS: readonly (Subject & { readonly skip?: boolean })[] = [
  {
    ...{ name: 'C', command: 'check', skip: !canCompile },
    args: ['inc.c', ...JSON_ONLY, '--symmetry', 'off', '--model', 'sc,tso', '--', '-DN=9'],
  },
  {
    ...{ name: 'TypeScript', command: 'check' },
    args: ['tickets.check.ts', ...JSON_ONLY, '--symmetry', 'off', '--model', 'sc,arm64'],
  },
  {
    ...{ name: 'a litmus test', command: 'check' },
    args: ['orders.litmus', ...JSON_ONLY, '--symmetry', 'off', '--model', 'sc,tso'],
  },
  {
    ...{ name: 'linearizable', command: 'check' },
    args: ['ring.check.ts', ...JSON_ONLY, '--model', 'sc'],
  },
  {
    ...{ name: 'fix', command: 'fix', skip: !canCompile },
    args: ['sb.c', '--model', 'tso', '--', '-DN=13', '-DCHECK'],
  },
  {
    ...{ name: 'test --seeds', command: 'test' },
    args: ['flags.mjs', ...JSON_ONLY, '--seeds', '1-150', '--all', '--model', 'tso', '--max-time', '600s'],
  },
];

describe.each(SUBJECTS.filter(({ skip }) => skip !== true))(
  'what is killed goes on where it was saved: $name',
  { timeout: 600_000 * Math.max(1, KILLS / 5) },
  (subject) => {
    it(`and explores only what is left: ${KILLS} times`, async () => {
      // So that it is compiled.
      const whole = await killer.work(subject.command, subject.args);
      const kills: Kill[] = [];
      // One that ended before it could be killed does not count.
      for (let tries = 0; kills.length < KILLS && tries < 3 * KILLS; tries++) {
        // The first one comes late, when something has been saved.
        const kill = await killer.kill(subject, whole, kills.length === 0 ? 0.7 : 0.05);
        if (kill === undefined) continue;
        kills.push(kill);
        if (!kill.early) expect(kill.again, 'it did not begin again').toBeLessThan(whole.executions);
        expect({ code: kill.code, told: told(kill.out) }).toEqual({ code: whole.code, told: told(whole.out) });
        expect(killer.left.filter((name) => name.endsWith('.run'))).toEqual([]);
        expect(kill.lost, `executions explored twice, of ${kill.done}`).toBeLessThan(SECONDS * kill.rate);
      }
      expect(kills).toHaveLength(KILLS);
      expect(kills.some(({ early }) => !early)).toBe(true);
      if (KILLS >= 10) console.log(tableRow(subject, whole, kills));
    });
  },
);

/** What does not depend on the clock. */
function told(out: string): unknown {
  return out.startsWith('{') ? JSON.parse(out.replaceAll(/"seconds": [\d.e-]+/g, '"seconds": 0')) : out;
}

function tableRow({ name }: Subject, whole: Work, kills: readonly Kill[]): string {
  const most = (of: (kill: Kill) => number): number => Math.max(...kills.map(of));
  const mean = (of: (kill: Kill) => number): number => kills.reduce((sum, kill) => sum + of(kill), 0) / kills.length;
  const cells = [
    name,
    kills.length,
    kills.filter(({ early }) => early).length,
    whole.executions,
    (whole.milliseconds / 1000).toFixed(1),
    Math.round(mean(({ done }) => done)),
    Math.round(mean(({ again }) => again)),
    Math.round(mean(({ lost }) => lost)),
    most(({ lost }) => lost),
    most(({ lostSeconds }) => lostSeconds).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}
