import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';
import { fencepost as built, root } from '@fencepost/testing/built';

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-'));
const fixture = (name: string): string => path.join(root, 'test/fixtures/record', name);

interface Monitored {
  readonly code: number | null;
  readonly printed: string;
  readonly said: string;
  /** `operation < write` by model, and races, with the lines only. */
  readonly found: Readonly<Record<string, readonly string[]>>;
  readonly places: readonly string[];
  readonly notes: readonly string[];
}

interface Check {
  readonly program: string;
  readonly model: string;
  readonly violations: readonly { readonly operation: string; readonly write: string; readonly place: string }[];
  readonly races: readonly { readonly first: string; readonly second: string; readonly place: string }[];
  readonly notes: readonly string[];
}

const line = (place: string): string => /:(\d+)(?::\d+)?$/.exec(place)?.[1] ?? place;
const lines = (...places: readonly string[]): string => places.map(line).join(' ');

/** The litmus test that a line is of. */
function testAt(number: number): string {
  const before = readFileSync(fixture('litmus.mjs'), 'utf8').split('\n').slice(0, number);
  return /^ {2}'?(.*?)'?: \[$/.exec(before.findLast((each) => each.endsWith(': [')) ?? '')?.[1] ?? '';
}

let runs = 0;

async function recorded(
  program: string,
  args: readonly string[] = [],
  options: readonly string[] = [],
): Promise<Monitored> {
  const file = path.join(folder, `${++runs}.fpr`);
  const command = [process.execPath, program, ...args];
  const { code, out: printed, err: said } = await built(['record', '-o', file, ...options, '--', ...command]);
  const { out } = await fencepost(['monitor', file, '--format', 'json']);
  const { checks } = JSON.parse(out) as { readonly checks: readonly Check[] };
  const races = checks[0]!.races.map(({ first, second }) => lines(...[first, second].toSorted()));
  return {
    ...{ code, said, printed },
    found: {
      ...Object.fromEntries(
        checks.map(({ model, violations }) => [
          model,
          violations.map(({ operation, write }) => lines(operation, write)),
        ]),
      ),
      races: [...new Set(races)],
    },
    notes: checks[0]!.notes,
    places: [
      ...new Set(checks.flatMap(({ violations, races: found }) => [...violations, ...found].map(({ place }) => place))),
    ],
  };
}

const NOTHING = { tso: [], pso: [], races: [] };

beforeAll(() => {
  expect(existsSync(path.join(root, 'packages/fencepost/dist/bundle/record-preload.cjs')), 'npm run build').toBe(true);
});

describe('fencepost record -- node', () => {
  it('finds the lines of two flags that are not atomic, and their names', async () => {
    const { code, printed, found, places, said } = await recorded(path.join(root, 'examples/record/flags.ts'));
    expect({ code, found }).toEqual({ code: 0, found: { tso: ['16 15'], pso: ['16 15'], races: ['15 16'] } });
    expect(said).toMatch(/flags\.ts, 12 operations, 3 threads/);
    expect(['0 1\n', '1 0\n', '1 1\n']).toContain(printed);
    expect(places.every((place) => /^flags\[[01]\]$/.test(place))).toBe(true);
  }, 120_000);

  it('agrees with checks of the same programs by monitors', async () => {
    const check = [
      'check',
      fixture('litmus.check.mjs'),
      '--method',
      'monitor',
      '--model',
      'tso,pso',
      '--format',
      'json',
    ];
    const { checks } = JSON.parse((await fencepost(check)).out) as { readonly checks: readonly Check[] };
    const { found } = await recorded(fixture('litmus.mjs'), ['run']);
    for (const model of ['tso', 'pso']) {
      const own = checks.filter((each) => each.model === model);
      const departing = new Set(own.filter(({ violations }) => violations.length > 0).map(({ program }) => program));
      expect(departing).toEqual(new Set(model === 'tso' ? ['sb', 'r'] : ['sb', 'mp', '2+2w', 'r']));
      // One run need not have them all; but two threads that run one after the other are enough for sb.
      const seen = found[model]!.map((pair) => testAt(Number(pair.split(' ')[0])));
      expect(seen.filter((name) => !departing.has(name))).toEqual([]);
      expect(seen).toContain('sb');
    }
  }, 120_000);

  it('finds the races of a lock that one thread forgets, in CommonJS', async () => {
    const program = fixture('lock.cjs');
    expect((await recorded(program)).found).toEqual(NOTHING);
    const { found, places } = await recorded(program, ['racy'], ['--scheduler', 'pct']);
    expect(found).toEqual({ ...NOTHING, races: ['19 19'] });
    expect(places).toEqual(['words[1]']);
  }, 120_000);

  it('records ES modules that are required, and their imports', async () => {
    const { found, places, notes } = await recorded(fixture('required/main.cjs'));
    expect({ races: found['races'], notes }).toEqual({ races: ['4 4', '5 5', '2 2'], notes: [] });
    expect(new Set(places)).toEqual(new Set(['words[0]', 'words[1]', 'words[2]']));
  }, 120_000);

  it('finds the effect of PSO on a queue without atomics, in TypeScript', async () => {
    const correct = await recorded(fixture('ring.ts'));
    expect({ found: correct.found, printed: correct.printed }).toEqual({ found: NOTHING, printed: '95\n' });
    const { found, printed } = await recorded(fixture('ring.ts'), ['racy']);
    expect({ tso: found['tso'], pso: found['pso'], printed }).toEqual({ tso: [], pso: ['15 24'], printed: '95\n' });
  }, 120_000);

  it('records every way to access memory, and changes nothing', async () => {
    const { printed, found, said } = await recorded(fixture('kinds.mjs'));
    expect(printed).toBe(execFileSync(process.execPath, [fixture('kinds.mjs')], { encoding: 'utf8' }));
    expect({ found, notes: said.includes('note') }).toEqual({ found: NOTHING, notes: false });
  }, 120_000);

  it('follows workers that throw, exit, are terminated, start others, and pass messages', async () => {
    const { code, printed, found, said } = await recorded(fixture('workers.mjs'));
    expect({ code, printed: printed.trim().split('\n') }).toEqual({
      code: 3,
      printed: [
        ...['throws oh 4 1', 'terminates 1 true', `many 400 ${'1'.repeat(20)}`, 'nested 3 1 2 3', 'text 5 2'],
        ...['async true ok 4 not-equal timed-out', 'growing 7 32', 'ports done 10', 'channels 2'],
        ...[`buffers ${Array.from({ length: 30 }, (_, i) => i).join(' ')}`, 'maker 1 2', 'user', 'exits 7 2'],
      ],
    });
    expect({ found, notes: said.includes('note') }).toEqual({ found: NOTHING, notes: false });
  }, 300_000);

  it('is not noticed by the program, and does not record a loop until the worker is there', async () => {
    const { printed, said } = await recorded(fixture('unnoticed.mjs'));
    expect(printed).toBe(execFileSync(process.execPath, [fixture('unnoticed.mjs')], { encoding: 'utf8' }));
    expect(Number(/ ([\d,]+) operations/.exec(said)?.[1]?.replaceAll(',', ''))).toBeLessThan(5000);
  }, 120_000);

  it('keeps operations before a signal, and orders answers of workers to questions before them', async () => {
    const { code, found, said, notes } = await recorded(fixture('sudden.mjs'));
    expect({ code, races: found['races'] }).toEqual({ code: 143, races: ['10 18', '11 17'] });
    expect(said).toMatch(/sudden\.mjs, [\d,]+ operations, 2 threads.*, ended by being killed/);
    expect(notes).toEqual([expect.stringContaining('its last operations may be missing')]);
  }, 120_000);
});
