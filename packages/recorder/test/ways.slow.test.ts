import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordedPrograms, has } from './recorded-program.js';

const source = path.join(import.meta.dirname, 'programs/ways.c');
const programs = new RecordedPrograms();
const RACE = ['if (is_late) data = 7; /* a race */', 'int seen = data; /* a race */'];

// Each way orders threads, and no more than it does: data that is written after it was announced is found.
describe.skipIf(!has('gcc'))('ways from thread to thread', { timeout: 300_000 }, () => {
  let program = '';
  let names: string[] = [];
  beforeAll(async () => {
    program = await programs.build(source, 'ways', '-lrt');
    names = execFileSync(program, { encoding: 'utf8' }).trim().split('\n');
  }, 120_000);

  it('order threads as they should', async () => {
    expect(names.length).toBeGreaterThan(60);
    const wrong: string[] = [];
    for (const name of names) {
      expect(spawnSync(program, [name]).status).toBe(0);
      const run = await programs.watched(program, [name], source);
      const { code, reasons, races, perhaps, violations, predicted, deadlocks } = run;
      const found = JSON.stringify([code, reasons, races, perhaps, violations, predicted, deadlocks, run.printed]);
      if (found !== JSON.stringify([0, ['exit'], [], 0, 0, [], 0, ''])) wrong.push(`${name}: ${found}`);
    }
    expect(wrong).toEqual([]);
  });

  it('order nothing else', async () => {
    const wrong: string[] = [];
    for (const name of names) {
      const { code, races } = await programs.watched(program, [name, 'late'], source);
      if (code !== 0 || JSON.stringify(races) !== JSON.stringify(RACE)) wrong.push(`${name}: ${code} ${races.join()}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['flock(file, LOCK_EX);', 'flock(file, LOCK_UN);'],
    [
      'fcntl(file, F_SETLKW, &(struct flock){.l_type = F_WRLCK});',
      'fcntl(file, F_SETLK, &(struct flock){.l_type = F_UNLCK});',
    ],
  ])('do not keep threads apart that have the same descriptor: %s', async (take, give) => {
    const name = take.slice(0, 5);
    const text = programs.at(`${name}.c`);
    writeFileSync(
      text,
      `#define _GNU_SOURCE
       #include <fcntl.h>
       #include <pthread.h>
       #include <stdio.h>
       #include <sys/file.h>
       static int file, data;
       static void *adds(void *unused) {
         ${take}
         data++;
         ${give}
         return unused;
       }
       int main(void) {
         file = fileno(tmpfile());
         pthread_t threads[2];
         for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, adds, 0);
         for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
         return 0;
       }\n`,
    );
    const run = await programs.watched(await programs.build(text, name), [], text);
    expect(run).toMatchObject({ code: 0, races: ['data++;'], perhaps: 0 });
  });
});
