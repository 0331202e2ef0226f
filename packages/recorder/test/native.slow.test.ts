import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RecordingSource } from '@fencepost/recording';
import { openRecording } from '@fencepost/recording';
import type { Recorded } from '@fencepost/recorder';
import { decompress, record } from '@fencepost/recorder';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventsAsText } from '@fencepost/testing/events-as-text';

const programs = path.join(import.meta.dirname, 'programs');
const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-recorder-'));
const cache = path.join(process.env['FENCEPOST_CACHE'] ?? folder);
const has = (name: string): boolean => spawnSync(name, ['--version']).status === 0;
const clang = [22, 21, 20, 19, 18, 17, 16].find((version) => has(`clang-${version}`));
const compilers = [...(has('gcc') ? ['gcc'] : []), ...(clang === undefined ? [] : [`clang-${clang}`])];

async function recorded(command: readonly string[], options: { seed?: number; scheduler?: 'random' | 'pct' } = {}) {
  const output = path.join(mkdtempSync(path.join(folder, 'run-')), 'run.fpr');
  const printed = `${output}.txt`;
  // The program's output goes to a file: the recorder passes it through.
  const quoted = command.map((word) => `'${word}'`).join(' ');
  const { seed = 1, scheduler = 'random' } = options;
  const result = await record({
    ...{ command: ['sh', '-c', `exec ${quoted} > '${printed}' 2>&1`], output, seed, scheduler, depth: 3, cache },
  });
  return { ...result, printed: readFileSync(printed, 'utf8').trim() };
}

function sourceIn({ recordings }: Recorded): RecordingSource {
  const bytes = readFileSync(recordings[0]!.file);
  return { open: () => [bytes], decompress };
}

const build = (command: string): Promise<Recorded> =>
  record({ command: ['sh', '-c', command], output: 'none.fpr', seed: 1, scheduler: 'random', depth: 3, cache });

describe.skipIf(compilers.length === 0).each(compilers)('programs compiled with %s', (compiler) => {
  const program = path.join(folder, `primitives-${compiler}`);
  beforeAll(async () => {
    const { code, recordings } = await build(`${compiler} -O1 ${programs}/primitives.c -o ${program} -pthread`);
    expect({ code, recordings }).toEqual({ code: 0, recordings: [] });
  }, 120_000);

  it.each([
    ['mutex', '500'],
    ['atomics', '88 0 4294966296 c8000000c8 310000000003'],
    ['mixed', '8002fcfb05060007 8002fcfb05060007 xxx'],
    ['all', '1 10 40 40'],
    ['queue', '2450'],
    ['pipe', '42'],
    ['unseen', '7'],
    ['fork', '1000 0'],
    ['signals', '20 20'],
    ['timed', '1'],
    ['heap', '5200'],
    ['c11', '42 3'],
  ])('%s compute the right results, and the recording is sequentially consistent', async (word, expected) => {
    const run = await recorded([program, word]);
    expect({ code: run.code, printed: run.printed }).toEqual({ code: 0, printed: expected });
    expect(run.recordings).toHaveLength(1);
    expect(run.recordings[0]!.end.reason).toBe('exit');
    expect(eventsAsText(sourceIn(run)).length).toBeGreaterThan(10);
  });

  it.each([
    ['deadlock', 1, 'deadlock'],
    ['crash', 139, 'signal'],
    ['abort', 134, 'abort'],
    ['exit', 17, 'exit'],
  ])('%s end with a recording that is complete', async (word, code, reason) => {
    const run = await recorded([program, word]);
    expect({ code: run.code, reason: run.recordings[0]!.end.reason }).toEqual({ code, reason });
    expect(openRecording(sourceIn(run)).damage).toBeUndefined();
    eventsAsText(sourceIn(run));
    if (word === 'deadlock') {
      expect(run.printed).toContain('deadlock: every thread waits');
      const place = String.raw` \(packages/recorder/test/programs/primitives\.c:\d+\)`;
      expect(run.recordings[0]!.end.notes).toEqual([
        expect.stringMatching(`^main waits for the end of a thread${place}$`),
        expect.stringMatching(`^thread 1 waits for a mutex, which thread 2 holds${place}$`),
        expect.stringMatching(`^thread 2 waits for a mutex, which thread 1 holds${place}$`),
      ]);
    }
  });

  it.each(['random', 'pct'] as const)('take the same schedule for the same seed (%s)', async (scheduler) => {
    const of = async (seed: number): Promise<string> =>
      eventsAsText(sourceIn(await recorded([program, 'queue'], { seed, scheduler }))).join('\n');
    const first = await of(1);
    expect(await of(1)).toBe(first);
    expect(await of(2)).not.toBe(first);
  });

  it('have their lines in the recording, and the values that were stored', async () => {
    const run = await recorded([program, 'mutex']);
    const opened = openRecording(sourceIn(run));
    const stored = new Map<number, number>();
    const nothing = (): void => undefined;
    opened.feed({
      ...{ load: nothing, update: nothing, swap: nothing, failedSwap: nothing, fence: nothing },
      ...{ spawn: nothing, join: nothing, free: nothing, outside: nothing },
      store: (_thread, _place, _code, site, low) => stored.set(site, low),
    });
    const lines = readFileSync(path.join(programs, 'primitives.c'), 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes('counter += 1 + (long)arg')) + 1;
    const ends = [...stored].filter(([site]) => opened.sites.siteOf(site)?.line === line).map(([, low]) => low);
    expect(ends).toEqual([500]);
  });

  it('run as ever without the recorder', () => {
    expect(execFileSync(program, ['all'], { encoding: 'utf8' })).toBe('1 10 40 40\n');
  });
});

describe.skipIf(!has('make') || compilers.length === 0)('a build', () => {
  it('finds the compilers, and programs of C++ and shared libraries are recorded', { timeout: 120_000 }, async () => {
    const at = path.join(folder, 'build');
    mkdirSync(at);
    writeFileSync(path.join(at, 'library.c'), 'int total;\nvoid count(int by) { total += by; }\n');
    writeFileSync(
      path.join(at, 'Makefile'),
      [
        'all: classes',
        'libcount.so: library.c',
        '\t$(CC) -O1 -fPIC -shared library.c -o libcount.so',
        `classes: libcount.so ${programs}/classes.cc`,
        `\t$(CXX) -O1 ${programs}/classes.cc -o classes -L. -lcount -Wl,-rpath,${at} -pthread`,
        'test: classes',
        '\t./classes > printed',
        '',
      ].join('\n'),
    );
    const output = path.join(at, 'run.fpr');
    const command = ['make', '-s', '-C', at, 'test'];
    const run = await record({ command, output, seed: 1, scheduler: 'random', depth: 3, cache });
    expect(run.code).toBe(0);
    expect(readFileSync(path.join(at, 'printed'), 'utf8')).toBe('3415 50 100 -43 5 150\n');
    expect(run.recordings.map(({ end }) => end.reason)).toEqual(['exit']);
    eventsAsText(sourceIn(run));
    const modules = new Set(openRecording(sourceIn(run)).sites.sites.map(({ module }) => path.basename(module ?? '')));
    expect([...modules]).toEqual(expect.arrayContaining(['classes', 'libcount.so']));
  });
});

describe.skipIf(compilers.length === 0)('threads and processes', () => {
  const program = path.join(folder, 'endings');
  beforeAll(async () => {
    const compiler = compilers[0]!.replace('gcc', 'g++').replace('clang', 'clang++');
    expect((await build(`${compiler} -O1 -std=c++17 ${programs}/endings.cc -o ${program} -pthread`)).code).toBe(0);
  }, 120_000);

  const line = '66 1 13440 1 4 4500.0 1';

  it('end in every way', async () => {
    const run = await recorded([program]);
    expect({ code: run.code, printed: run.printed }).toEqual({ code: 0, printed: line });
    eventsAsText(sourceIn(run));
  });

  it('end with their last thread', async () => {
    const run = await recorded([program, 'mainexit']);
    expect({ code: run.code, printed: run.printed }).toEqual({ code: 0, printed: line });
    expect(run.recordings[0]!.end.reason).toBe('exit');
  });

  it('become other programs: a recording each, and nothing is lost', async () => {
    const run = await recorded([program, 'exec']);
    expect({ code: run.code, printed: run.printed }).toEqual({ code: 0, printed: `${line}\n${line}` });
    expect(run.recordings.map(({ end }) => end.reason)).toEqual(['lost', 'exit']);
    expect(eventsAsText(sourceIn(run)).length).toBeGreaterThan(10_000);
  });
});
