import { readFileSync } from 'node:fs';
import { decompress, record } from '@fencepost/recorder';
import { monitorEvents, openRecording, runOfBinary } from '@fencepost/recording';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordedPrograms, has } from './recorded-program.js';

const programs = new RecordedPrograms();
const SOURCE = new URL('programs/freed.c', import.meta.url).pathname;
const cache = process.env['FENCEPOST_CACHE'] ?? programs.folder;

describe.skipIf(!has('gcc'))('memory that is used after it was freed', () => {
  let program = '';
  beforeAll(async () => {
    program = await programs.build(SOURCE, 'freed');
  }, 120_000);

  /** Returns the comments of the lines that free and use memory. */
  async function usesIn(word: string): Promise<string[]> {
    const output = programs.at(`${word}.fpr`);
    const { code } = await record({ scheduler: 'random', depth: 3, seed: 1, cache, output, command: [program, word] });
    expect(code).toBe(0);
    const opened = openRecording({ open: () => [readFileSync(output)], decompress });
    const lines = readFileSync(SOURCE, 'utf8').split('\n');
    const comment = (site: number): string =>
      /\/\* (.*) \*\//.exec(lines[(opened.sites.siteOf(site)?.line ?? 0) - 1]!)?.[1] ?? `line of ${site}`;
    const { races } = monitorEvents(runOfBinary(opened, 'run'), ['tso']);
    return races
      .filter(({ isAfterFree }) => isAfterFree === true)
      .map(({ site, otherSite }) => `${comment(otherSite)}: ${comment(site)}`);
  }

  it.each([
    ['unordered', ['unordered use: the free']],
    ['locked', ['locked use: the locked free']],
    ['same', ['own use: own free']],
    ['right', []],
  ])('is reported: %s', async (word, expected) => expect(await usesIn(word)).toEqual(expected), 120_000);
});
