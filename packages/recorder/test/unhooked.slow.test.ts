import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEvents, openRecording, runOfBinary } from '@fencepost/recording';
import { decompress, record } from '@fencepost/recorder';
import { beforeAll, describe, expect, it } from 'vitest';
import { mappingsIn } from '../src/unhooked/mappings.js';

const programs = path.join(import.meta.dirname, 'programs');
const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-unhooked-'));
const cache = process.env['FENCEPOST_CACHE'] ?? folder;
const at = (name: string): string => path.join(folder, name);
const has = (name: string): boolean => spawnSync(name, ['--version']).status === 0;
const common = { seed: 1, scheduler: 'random', depth: 3, cache } as const;

async function build(...args: readonly string[]): Promise<void> {
  const { code } = await record({ ...common, command: ['gcc', '-O1', '-g', ...args], output: at('none.fpr') });
  expect(code).toBe(0);
}

interface Found {
  readonly printed: string;
  readonly notes: readonly string[];
  readonly said: readonly string[];
  /** How many pairs and races there are, and how many of these nothing explains. */
  readonly pairs: number;
  readonly races: number;
  readonly certain: readonly number[];
}

async function found(program: string, word = ''): Promise<Found> {
  const output = at(`${path.basename(program)}-${word}.fpr`);
  const said: string[] = [];
  const { code, recordings } = await record({
    ...common,
    ...{ output, command: ['sh', '-c', `exec ${program} ${word} > ${output}.txt`], say: (text) => said.push(text) },
  });
  expect(code).toBe(0);
  const bytes = readFileSync(output);
  const run = runOfBinary(openRecording({ open: () => [bytes], decompress }), word);
  const { departures, races, operations } = monitorEvents(run, ['tso', 'pso']);
  // Of two processes, either may be the first to send.
  expect(operations).toBe(recordings.find(({ file }) => file === output)!.end.operations);
  const certain = [departures, races].map((all) => all.filter(({ isExcused }) => isExcused !== true).length);
  const printed = readFileSync(`${output}.txt`, 'utf8').trim();
  return { printed, notes: run.notes ?? [], said, pairs: departures.length, races: races.length, certain };
}

const NOTED = 'uninstrumented synchronisation is not recorded: ';

describe.skipIf(!has('gcc') || !has('objdump'))('unrecorded synchronisation', { timeout: 120_000 }, () => {
  const program = at('unhooked');
  beforeAll(() => build(path.join(programs, 'unhooked.c'), '-o', program, '-pthread', '-latomic'), 120_000);

  // How often they happen depends on the schedule, but each has some.
  describe.skipIf(process.arch !== 'x64')('in assembler', () => {
    it.each([
      ['fences', '1', /mfence at .*unhooked\.c:\d+, mfence at .*unhooked\.c:\d+$/],
      ['locks', '1', /xchg at .*unhooked\.c:\d+$/],
      ['queue', '3', /xchg at .*unhooked\.c:\d+$/],
    ])('%s: is noted, and may explain the findings', async (word, printed, note) => {
      const run = await found(program, word);
      expect(run).toMatchObject({ printed, certain: [0, 0], notes: [expect.stringMatching(note) as string] });
      expect(run.notes[0]!.startsWith(NOTED)).toBe(true);
      expect([run.pairs > 0, run.races > 0]).toEqual([true, true]);
    });

    it('is known when a program is linked', async () => {
      const command = ['sh', '-c', `cd ${folder} && gcc -O1 -g ${programs}/unhooked.c -o linked -pthread -latomic`];
      const { unhooked } = await record({ ...common, command, output: at('none.fpr') });
      expect(unhooked).toEqual([
        expect.stringMatching(/linked: mfence at .*unhooked\.c:\d+, .*xchg at .*unhooked\.c:\d+/) as string,
      ]);
      const other = ['sh', '-c', `cd ${folder} && gcc -O1 -g ${programs}/litmus.c -o linked -pthread`];
      expect((await record({ ...common, command: other, output: at('none.fpr') })).unhooked).toEqual([]);
    });

    it('does not explain a race elsewhere', async () => {
      const run = await found(program, 'beside');
      expect(run).toMatchObject({
        printed: '1',
        certain: [0, run.races],
        notes: [expect.stringMatching('mfence') as string],
      });
      expect(run.races).toBeGreaterThan(0);
    });

    it('does not block other threads for ever', async () => {
      const run = await found(program, 'spinning');
      const note = expect.stringMatching(
        /^thread 1 ran for seconds in uninstrumented code, after .*unhooked\.c:\d+: from then on, other threads run in parallel$/,
      ) as string;
      expect(run).toMatchObject({ printed: '1', notes: [note], said: [note] });
    });
  });

  it('is noted for OpenMP, and may explain the findings', async () => {
    await build('-fopenmp', path.join(programs, 'openmp.c'), '-o', at('openmp'));
    const run = await found(at('openmp'));
    expect(run).toMatchObject({
      printed: '12',
      certain: [0, 0],
      notes: [expect.stringContaining(`${NOTED}libgomp.so`) as string],
    });
    expect(run.races).toBeGreaterThan(0);
  });

  it('is noted for functions of a static library, where they are called', async () => {
    const library = '__attribute__((noinline)) void once(int *p) { __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST); }';
    writeFileSync(at('library.c'), `${library}\nvoid unused(int *p) { __sync_synchronize(); once(p); }\n`);
    writeFileSync(
      at('caller.c'),
      `#include <pthread.h>
       void once(int *p);
       static int words[3];
       static void *calls(void *unused) { once(words); words[1]++; return unused; }
       static void *races(void *unused) { words[2]++; return unused; }
       int main(void) {
         pthread_t t[4];
         for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, i < 2 ? calls : races, 0);
         for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
         return words[0] != 2;
       }\n`,
    );
    expect(spawnSync('gcc', ['-O1', '-g', '-c', at('library.c'), '-o', at('library.o')]).status).toBe(0);
    await build(at('caller.c'), at('library.o'), '-o', at('caller'), '-pthread');
    const run = await found(at('caller'));
    expect(run.notes).toEqual([expect.stringMatching(/lock \w+ at .*library\.c:1$/) as string]);
    // Those of `races` remain.
    expect([run.races > run.certain[1]!, run.certain[1]! > 0]).toEqual([true, true]);
  });

  it('is noted for shared libraries, where they are called', async () => {
    const library = 'static int lock; void take(void) { while (__sync_lock_test_and_set(&lock, 1)) sched_yield(); }';
    writeFileSync(at('shared.c'), `#include <sched.h>\n${library}\nvoid give(void) { __sync_lock_release(&lock); }\n`);
    writeFileSync(
      at('user.c'),
      `#include <pthread.h>
       void take(void); void give(void);
       static int guarded, open;
       static void *uses(void *unused) { take(); guarded++; give(); return unused; }
       static void *races(void *unused) { open++; return unused; }
       int main(int count, char **words) {
         pthread_t t[2];
         for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, count > 1 ? races : uses, 0);
         for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
         return 0;
       }\n`,
    );
    const made = spawnSync('gcc', ['-O1', '-fPIC', '-shared', at('shared.c'), '-o', at('libshared.so')]);
    expect(made.status).toBe(0);
    await build(at('user.c'), '-o', at('user'), '-L', folder, '-lshared', `-Wl,-rpath,${folder}`, '-pthread');
    const guarded = await found(at('user'));
    expect(guarded).toMatchObject({ notes: [`${NOTED}libshared.so`], certain: [0, 0] });
    expect(guarded.races).toBeGreaterThan(0);
    const open = await found(at('user'), 'races');
    expect(open).toMatchObject({ notes: [], certain: [0, open.races] });
    expect(open.races).toBeGreaterThan(0);
  });

  it.each([
    ['large', '7 1 4'],
    ['numbered', '5'],
    ['semaphores', '6'],
    ['letters', '8'],
    ['signalled', '9'],
    ['streams', '40'],
    ['joins', '0 10 1 11'],
  ])('is not %s: all end as they should, and nothing is reported', async (word, printed) => {
    expect(await found(program, word)).toMatchObject({ printed, races: 0, pairs: 0, notes: [] });
  });

  it('is noted for memory that processes share', async () => {
    const run = await found(program, 'processes');
    expect(run).toMatchObject({
      ...{ printed: '2', races: 0 },
      notes: ['memory may be shared with other processes (without a name): their accesses are not recorded'],
    });
  });
});

describe('mappings of a process', () => {
  it('are its code, and its shared libraries', () => {
    const text = [
      '55d0-55d1 r-xp 00001000 08:01 42                         /home/a b/program',
      '7f00-7f10 rw-s 00000000 00:01 7                          /dev/zero (deleted)',
      '7f10-7f20 rw-s 00000000 00:0e 8                          anon_inode:[io_uring]',
      '7f20-7f30 r-xp 00000000 08:01 43                         /lib/libc.so.6',
      '7f30-7f40 r-xp 00000000 00:00 0                          [vdso]',
    ];
    const { code, shared, hasRings } = mappingsIn(text.join('\n'));
    expect([...code]).toEqual(['/home/a b/program', '/lib/libc.so.6']);
    expect({ shared: [...shared], hasRings }).toEqual({ shared: ['without a name'], hasRings: true });
    expect(mappingsIn('')).toMatchObject({ hasRings: false });
  });
});
