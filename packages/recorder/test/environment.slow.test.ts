import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isFencepostError } from '@fencepost/core';
import { monitorEvents, openRecording, runOfBinary } from '@fencepost/recording';
import { decompress, record, steer } from '@fencepost/recorder';
import { beforeAll, describe, expect, it } from 'vitest';

const source = path.join(import.meta.dirname, 'programs/environment.c');
const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-environment-'));
const cache = process.env['FENCEPOST_CACHE'] ?? folder;
const has = (name: string): boolean => spawnSync(name, ['--version']).status === 0;
const common = { seed: 1, scheduler: 'random', depth: 3, cache } as const;
const program = path.join(folder, 'environment');

async function racesOf(word: string, scheduler: 'random' | 'pct'): Promise<{ printed: string; races: string[] }> {
  const output = path.join(folder, `${word}-${scheduler}.fpr`);
  const command = ['sh', '-c', `exec ${program} ${word} > ${output}.txt 2>&1`];
  const { code, recordings } = await record({ ...common, command, output, scheduler });
  expect({ code, reasons: recordings.map(({ end }) => end.reason) }).toEqual({ code: 0, reasons: ['exit'] });
  const bytes = readFileSync(output);
  const opened = openRecording({ open: () => [bytes], decompress });
  const { races } = monitorEvents(runOfBinary(opened, word), ['tso', 'pso']);
  const lines = readFileSync(source, 'utf8').split('\n');
  const textOf = (site: number): string => lines[(opened.sites.siteOf(site)?.line ?? 0) - 1]?.trim() ?? 'no line';
  const texts = races.flatMap(({ site, otherSite }) => [textOf(site), textOf(otherSite)]);
  return { printed: readFileSync(`${output}.txt`, 'utf8').trim(), races: [...new Set(texts)].toSorted() };
}

describe.skipIf(!has('gcc'))('programs in their environment', () => {
  beforeAll(async () => {
    const command = ['gcc', '-O1', source, '-o', program, '-pthread', '-lrt'];
    const { code } = await record({ ...common, command, output: path.join(folder, 'none.fpr') });
    expect(code).toBe(0);
  }, 120_000);

  it.each([
    ['timer', '5', []],
    ['alarms', '8000', []],
    ['cancelled', '2', []],
    ['moving', 'moved', []],
    ['channels', '4', []],
    ['library', '1234567890', []],
    ['readers', '2', ['unguarded += guarded; /* a race */']],
    ['blocks', '1', ['memcpy(copied, block, 64); /* a race */', 'memset(block, 1, 64); /* a race */']],
  ])('%s: all end, and the races are those that they have', { timeout: 120_000 }, async (word, printed, races) => {
    for (const scheduler of ['random', 'pct'] as const) {
      expect(await racesOf(word, scheduler)).toEqual({ printed, races });
    }
  });

  it('are not run if the recording cannot be written', async () => {
    const touched = path.join(folder, 'touched');
    for (const output of ['', folder, path.join(folder, 'missing/run.fpr')]) {
      const failure = await record({ ...common, command: ['touch', touched], output }).catch((error: unknown) => error);
      expect(isFencepostError(failure) && failure.code).toBe('USAGE');
    }
    expect(existsSync(touched)).toBe(false);
  });

  it.skipIf(!existsSync('/dev/full'))('run to their end if the disk is full, which is an error', async () => {
    const printed = path.join(folder, 'full.txt');
    const command = ['sh', '-c', `exec ${program} readers > ${printed}`];
    await expect(record({ ...common, command, output: '/dev/full' })).rejects.toThrow(
      /cannot write the recording to \/dev\/full: ENOSPC/,
    );
    expect(readFileSync(printed, 'utf8')).toBe('2\n');
  });

  it('are steered if they have hooks and start threads', async () => {
    const run = (command: readonly string[]) =>
      steer({ command, model: 'tso', seed: 1, pairs: [], milliseconds: 60_000 });
    expect((await run([program, 'readers'])).isSteered).toBe(true);
    expect((await run([program, 'none of these'])).isSteered).toBe(false);
    expect((await run(['true'])).isSteered).toBe(false);
  });
});
