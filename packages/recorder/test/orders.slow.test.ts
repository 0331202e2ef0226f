import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordedPrograms, has } from './recorded-program.js';

const source = path.join(import.meta.dirname, 'programs/orders.c');
const programs = new RecordedPrograms();

describe.skipIf(!has('gcc'))('other orders of a recorded program', { timeout: 300_000 }, () => {
  let program = '';
  beforeAll(async () => {
    program = await programs.build(source, 'orders');
  }, 120_000);

  /** What some of several recordings show: races that were observed or predicted, and whether a deadlock is predicted. */
  async function shown(word: string): Promise<readonly [races: readonly string[], deadlocks: boolean]> {
    const races = new Set<string>();
    let deadlocks = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const run = await programs.watched(program, [word], source, seed);
      for (const race of [...run.races, ...run.predicted.map((line) => `${line} predicted`)]) races.add(race);
      deadlocks += run.deadlocks;
    }
    return [[...races].toSorted(), deadlocks > 0];
  }

  it.each([
    ['lock', [], true],
    ['try', [], false],
    ['timed', [], false],
    ['gate', [], false],
    ['message', [], false],
    ['condition', [], false],
  ])('%s', async (word, races, deadlocks) => {
    expect(await shown(word)).toEqual([races, deadlocks]);
  });

  it('show a race that critical sections hide', async () => {
    const [races] = await shown('hidden');
    for (const text of ['data = 1; /* a race */ predicted', 'data = 2; /* another */ predicted']) {
      expect(
        races.some((race) => race.endsWith(text)),
        text,
      ).toBe(true);
    }
  });
});
