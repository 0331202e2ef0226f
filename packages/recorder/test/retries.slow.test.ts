import { readFileSync } from 'node:fs';
import { decompress, record } from '@fencepost/recorder';
import { monitorEvents, openRecording, retriedPairs, runOfBinary } from '@fencepost/recording';
import { describe, expect, it } from 'vitest';
import { RecordedPrograms, has } from './recorded-program.js';

const programs = new RecordedPrograms();
const SOURCE = new URL('programs/retries.c', import.meta.url).pathname;

describe.skipIf(!has('gcc'))('early operations', () => {
  it('are only tried again by waiting loops, and before a compare-and-swap that fails', async () => {
    const program = await programs.build(SOURCE, 'retries');
    const cache = process.env['FENCEPOST_CACHE'] ?? programs.folder;
    const output = programs.at('retries.fpr');
    await record({ scheduler: 'random', depth: 3, seed: 1, cache, output, command: [program] });
    const opened = openRecording({ open: () => [readFileSync(output)], decompress });
    const run = runOfBinary(opened, 'run');
    const { departures } = monitorEvents(run, ['rc11']);
    const lines = readFileSync(SOURCE, 'utf8').split('\n');
    const comment = (site: number): string =>
      /\/\* (.*) \*\//.exec(lines[(opened.sites.siteOf(site)?.line ?? 0) - 1]!)?.[1] ?? '';
    const retried = retriedPairs(run, departures);
    const commentsOf = (isRetried: boolean): string[] => [
      ...new Set(departures.filter((pair) => retried.has(pair) === isRetried).map(({ site }) => comment(site))),
    ];
    expect(
      commentsOf(true)
        .filter((text) => text !== '')
        .toSorted(),
    ).toEqual(['swaps', 'tests and sets', 'waits', 'waits for its turn', 'waits for visitors']);
    // Before a visitor leaves, there is an older visit: of any number, and it goes on waiting. Before one comes, there is 0.
    const waits = departures.filter(({ site }) => comment(site) === 'waits for visitors');
    for (const [write, isRetried] of [
      ['leaves', true],
      ['visits', false],
    ] as const) {
      const pairs = waits.filter(({ writeSite }) => comment(writeSite) === write);
      expect(pairs.map((pair) => retried.has(pair))).toEqual([isRetried]);
    }
    expect(commentsOf(false)).toContain('uses');
    for (const comment of ['waits', 'waits for its turn', 'tests and sets'])
      expect(commentsOf(false)).not.toContain(comment);
  }, 120_000);
});
