import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordedPrograms, has } from './recorded-program.js';

const source = path.join(import.meta.dirname, 'programs/deadlines.c');
const programs = new RecordedPrograms();

describe.skipIf(!has('gcc'))('deadlines, and owners that end', { timeout: 120_000 }, () => {
  let program = '';
  beforeAll(async () => {
    program = await programs.build(source, 'deadlines');
  }, 120_000);

  it.each([
    ['private', '7\n7', []],
    ['shared', '7\n7', []],
    ['c11', '3', []],
    ['robust', '555555', []],
    ['robust-shared', '555555', []],
    ['robust-inherit', '555555', []],
    ['beside', '1 6', ['data = 6; /* a race */', 'int seen = data; /* a race */']],
    ['processes', '9', []],
    ['barriers', '21', []],
  ])('%s: as without the recorder, and the races are those that there are', async (word, printed, races) => {
    const plain = spawnSync(program, [word], { encoding: 'utf8' });
    expect({ code: plain.status, printed: plain.stdout.trim() }).toEqual({ code: 0, printed });
    const expected = { code: 0, printed, reasons: ['exit'], races, perhaps: 0 };
    expect(await programs.watched(program, [word], source)).toMatchObject(expected);
  });
});
