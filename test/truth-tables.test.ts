import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missing, named, recorded } from '../truth/cases.js';
import { causeOf } from '../truth/causes.js';
import { cpuClock } from '../truth/cpu.js';
import type { Beside } from '../truth/beside/beside.js';
import { besideOf } from '../truth/beside/beside.js';
import { reasonFor } from '../truth/beside/reasons.js';
import { countsIn } from '../truth/beside/run-genmc.js';
import { PAGE, pageWith, published } from '../truth/page.js';
import { publish, readTallies } from '../truth/published.js';
import type { Row } from '../truth/results.js';
import { Results } from '../truth/results.js';
import type { Case, TruthSet } from '../truth/set.js';
import { SETS } from '../truth/sets.js';
import type { Tally } from '../truth/tally.js';
import { talliesOf } from '../truth/tally.js';

const question = { kind: 'litmus', file: '', model: 'sc' } as const;

function caseOf(id: string, expected = 'true'): Case {
  return { id, expected, question };
}

function row(id: string, answer: string | null, more: Partial<Row> = {}): Row {
  return {
    ...{ set: 'own', id, expected: 'true', answer, detail: '', seconds: 9, cpu: 2, limit: '10 s CPU', commit: 'abc' },
    ...more,
  };
}

function set(more: Partial<TruthSet> = {}): TruthSet {
  return { name: 'own', what: '', from: '', cases: () => [], partOf: (id) => id.split('/')[0]!, ...more };
}

function temporary(name: string): string {
  return join(mkdtempSync(join(tmpdir(), 'fencepost-truth-')), name);
}

describe('numbers of a set', () => {
  const cases = ['b/1', 'b/2', 'a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6'].map((id) => caseOf(id));
  const rows = [
    row('a/1', 'true'),
    row('a/2', 'false', { cpu: 3 }),
    row('a/3', null, { detail: 'the search ended after 10 joint states' }),
    row('a/4', null, {
      detail: 'the open value at x.c:1:2: only the values 0, 1; the search ended after 2 executions',
    }),
    row('a/5', null, { detail: 'the search under SC ended after 1,234 executions', limit: '20 s CPU', commit: 'def' }),
    row('b/1', 'true', { cpu: undefined as never }),
  ];

  it('are those of each part, with the cases that nobody has run', () => {
    expect(talliesOf(set({ scored: true }), cases, rows)).toEqual([
      {
        ...{ set: 'own', part: 'a', cases: 6, run: 5, right: 1, wrong: 1, explained: 0, undecided: 3 },
        causes: { time: 2, 'open values': 1 },
        // True 2, a wrong false -16.
        ...{ points: -14, mostPoints: 10, cpu: 11 },
        ...{ limits: ['10 s CPU', '20 s CPU'], commits: ['abc', 'def'] },
      },
      {
        ...{ set: 'own', part: 'b', cases: 2, run: 1, right: 1, wrong: 0, explained: 0, undecided: 0, causes: {} },
        // A result of an earlier version, which has its wall time only.
        ...{ points: 2, mostPoints: 2, cpu: 9, limits: ['10 s CPU'], commits: ['abc'] },
      },
    ]);
  });

  it('have points only for sets of the competition, and explained answers are not wrong', () => {
    const id = 'rc11 correct/litmus/WWmerge1';
    const genmc = SETS.find(({ name }) => name === 'genmc')!;
    const found = row(id, 'safe 18', { set: 'genmc', expected: 'safe 17' });
    expect(talliesOf(genmc, [caseOf(id)], [found])).toEqual([
      {
        ...{ set: 'genmc', part: 'rc11 correct', cases: 1, run: 1, right: 0, wrong: 0, explained: 1, undecided: 0 },
        ...{ causes: {}, cpu: 2, limits: ['10 s CPU'], commits: ['abc'] },
      },
    ]);
  });

  it('count a case once that was run again, with its last answer', () => {
    const file = temporary('own.jsonl');
    const first = new Results(file);
    first.add(row('a/1', null, { detail: 'the search ended after 10 joint states' }));
    first.add(row('a/2', 'true', { cpu: 1 }));
    const one = cases.filter(({ id }) => id === 'a/1' || id === 'a/2');
    expect(missing(one, first).map(({ id }) => id)).toEqual([]);
    // Only undecided cases are run again, and only with another limit.
    expect(missing(one, first, '10 s CPU').map(({ id }) => id)).toEqual([]);
    expect(missing(one, first, '60 s CPU').map(({ id }) => id)).toEqual(['a/1']);
    first.add(row('a/1', 'true', { limit: '60 s CPU', cpu: 30 }));
    const second = new Results(file);
    expect(talliesOf(set(), one, recorded(one, second))).toMatchObject([
      { run: 2, right: 2, undecided: 0, causes: {}, cpu: 31, limits: ['10 s CPU', '60 s CPU'] },
    ]);
  });

  it('are of cases whose names contain each word', () => {
    const ids = ['weaver/a unreach-call', 'weaver/a no-data-race', 'pthread/b unreach-call'].map((id) => caseOf(id));
    expect(named(ids, 'weaver unreach').map(({ id }) => id)).toEqual(['weaver/a unreach-call']);
    expect(named(ids, '')).toHaveLength(3);
  });

  it('have the parts that the sets name', () => {
    const partOf = (name: string, id: string): string => SETS.find((each) => each.name === name)!.partOf!(id);
    expect(partOf('svcomp', 'concrat/race-challenges/x unreach-call')).toBe('unreach-call, race-challenges');
    expect(partOf('svcomp', 'weaver/chl-file no-data-race')).toBe('no-data-race, weaver');
    expect(partOf('svcomp-names', 'pthread-wmm/mix_true-unreach-call.i')).toBe('pthread-wmm');
    expect(partOf('genmc', 'sc correct/litmus/SB -DN=2')).toBe('sc correct');
    expect(partOf('dartagnan-litmus', 'aarch64 litmus/x.litmus')).toBe('aarch64');
    expect(partOf('dartagnan-c', 'tso CLocks mutex')).toBe('tso');
  });
});

it.each([
  ['the open value at a.c:3:1: only the values 0, 1, 2, 3', 'open values'],
  ['C_LINK: undefined function f', 'missing functions'],
  ['the variable x is not defined in these files', 'missing functions'],
  ['C_UNSUPPORTED: the program calls scanf, which is neither defined nor supported', 'missing functions'],
  ['C_UNSUPPORTED: the C++ library (c) cannot be compiled: clang-22: error', 'compiler'],
  ['C_UNSUPPORTED: assembly outside functions is not supported', 'assembly'],
  ['MIXED_SIZE: memory is accessed with size 8 and, overlapping it, with size 4', 'mixed sizes'],
  ['THREAD_LIMIT: more than 2047 threads', 'threads without end'],
  ['variables without a value are taken to be 0', 'memory without a value'],
  ['the contents of memory without a value read at a.c:1: only one content', 'memory without a value'],
  ['leaks are not looked for', 'leaks'],
  ['C_COMPILE: clang failed', 'compiler'],
  ['C_UNSUPPORTED: setjmp is not supported', 'not modelled'],
  ['the loop at a.c:3:1: only 30 iterations', 'long loops'],
  ['thread 1: only 10000 operations', 'long loops'],
  ['the search ended after 20,000 joint states', 'time'],
  ['safe; the search under RC11 ended after 3 executions', 'time'],
  ['its thread has ended: timeout', 'time'],
  ['its thread has ended: out-of-memory', 'memory'],
  ['null pointer dereferenced (address 0x0)', 'undefined behaviour'],
  ['something else', 'other'],
])('an undecided answer "%s" is for %s', (detail, cause) => {
  expect(causeOf(detail)).toBe(cause);
});

describe('published numbers', () => {
  const tally = (part: string, right: number, name = 'genmc'): Tally => ({
    ...{ set: name, part, cases: 1234, run: 1000, right, wrong: 0, explained: 1, undecided: 3 },
    ...{ causes: { time: 2, assembly: 1 }, cpu: 1500, limits: ['60 s'], commits: ['abc'] },
  });

  it('replace those of the same part of the same set, in the order of the sets', () => {
    const file = temporary('results.json');
    writeFileSync(file, '[]');
    publish(file, [tally('sc', 1), tally('rc11', 2)]);
    publish(file, [tally('', 3, 'nidhugg'), tally('sc', 4)]);
    expect(readTallies(file).map((each) => [each.set, each.part, each.right])).toEqual([
      ['nidhugg', '', 3],
      ['genmc', 'rc11', 2],
      ['genmc', 'sc', 4],
    ]);
  });

  it('are tables of the page, in place of those before', () => {
    const place = (name: string): string[] => [`<!-- truth: ${name} -->`, '', '| Old |', '| --- |', '| old |', ''];
    const page = [...place('results'), ...place('beside'), ...place('blocked'), 'after'].join('\n');
    const { points, mostPoints } = { points: 5, mostPoints: 2000 };
    const more = {
      id: 'rc11 correct/ipr/lock-nested',
      executions: 12,
      blocked: 52,
      theirExecutions: 6,
      theirBlocked: 21,
    };
    const both: Beside = {
      ...{ part: 'rc11 correct', tests: 9, both: 8, equal: 7, blocked: 60, theirBlocked: 25, cpu: 3, theirCpu: 2 },
      ...{ more: [more], commits: ['abc'] },
    };
    // The same test under another model is not shown again.
    const again: Beside = { ...both, part: 'sc correct', more: [{ ...more, id: 'sc correct/ipr/lock-nested' }] };
    const one = { ...tally('rc11', 997), undecided: 2, causes: { time: 2 }, points: 0, mostPoints: 0 };
    const shown = { tallies: [{ ...tally('sc', 996), points, mostPoints }, one], beside: [both, again] };
    const made = pageWith(page, shown).split('\n');
    expect(made).toEqual([
      ...['<!-- truth: results -->', ''],
      '| Set | Part | Cases | Run | Right | Wrong | Explained | Undecided | Points | CPU s | Limit | Commit |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
      '| `genmc` | sc | 1,234 | 1,000 | 996 | 0 | 1 | 3: time 2, assembly 1 | 5 of 2,000 | 1,500 | 60 s | abc |',
      '| `genmc` | rc11 | 1,234 | 1,000 | 997 | 0 | 1 | 2: time |  | 1,500 | 60 s | abc |',
      ...['', '<!-- truth: beside -->', ''],
      '| Tests | Run by both | Equal | Blocked | Blocked, GenMC | CPU s | CPU s, GenMC | Commit |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      '| rc11 correct | 8 of 9 | 7 | 60 | 25 | 3 | 2 | abc |',
      '| sc correct | 8 of 9 | 7 | 60 | 25 | 3 | 2 | abc |',
      ...['', '<!-- truth: blocked -->', ''],
      '| Test | Executions | Executions, GenMC | Blocked | Blocked, GenMC | Why |',
      '| --- | --- | --- | --- | --- | --- |',
      '| `rc11 correct/ipr/lock-nested` | 12 | 6 | 52 | 21 | like threads |',
      ...['', 'after'],
    ]);
    expect(() => pageWith('no mark', shown)).toThrow('does not contain');
  });

  it('are those of the page, and add up', () => {
    const text = readFileSync(join(import.meta.dirname, '..', PAGE), 'utf8');
    const squeezed = (page: string): string => page.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
    const { tallies, beside } = published();
    expect(squeezed(pageWith(text, { tallies, beside }))).toBe(squeezed(text));
    expect(tallies.length).toBeGreaterThan(0);
    for (const { set: name, part, cases, run, right, wrong, explained, undecided, causes } of tallies) {
      expect({ name, part, sum: right + wrong + explained + undecided }).toEqual({ name, part, sum: run });
      expect(run).toBeLessThanOrEqual(cases);
      expect(Object.values(causes).reduce((sum, each) => sum + each, 0)).toBe(undecided);
    }
  });
});

describe('numbers beside those of GenMC', () => {
  const ours = (id: string, answer: string | null, blocked?: number): Row =>
    row(id, answer, { expected: 'safe 1', ...(blocked !== undefined && { blocked }) });

  it('are of tests that both explored to the end', () => {
    const found = besideOf(
      'rc11 correct',
      7,
      [
        ...[ours('a', 'safe 3', 21), ours('b', 'safe 4', 11), ours('c', 'safe 5', 10), ours('d', 'safe 6', 20)],
        ...[ours('e', null), ours('f', 'safe 1', 99)],
      ],
      [
        { id: 'a', executions: 3, blocked: 10, cpu: 1 },
        { id: 'b', executions: 4, blocked: 6, cpu: 1 },
        { id: 'c', executions: 5, blocked: 0, cpu: 1 },
        { id: 'd', executions: 7, blocked: 0, cpu: 1 },
        { id: 'e', executions: 1, blocked: 0, cpu: 100 },
        // It was stopped.
        { id: 'f', cpu: 100 },
      ],
    );
    expect(found).toEqual({
      ...{ part: 'rc11 correct', tests: 7, both: 4, equal: 3, blocked: 62, theirBlocked: 16, cpu: 8, theirCpu: 4 },
      // More than 10 and more than twice as many.
      more: [
        { id: 'a', executions: 3, blocked: 21, theirExecutions: 3, theirBlocked: 10 },
        { id: 'd', executions: 6, blocked: 20, theirExecutions: 7, theirBlocked: 0 },
      ],
      commits: ['abc'],
    });
  });

  it('are read from what it prints, unless it found an error or was stopped', () => {
    const complete = 'No errors were detected.\nNumber of complete executions explored: 18\n';
    expect(countsIn(`${complete}Number of blocked executions seen: 4\n`)).toEqual({ executions: 18, blocked: 4 });
    expect(countsIn(complete)).toEqual({ executions: 18, blocked: 0 });
    expect(countsIn('Error detected\nNumber of complete executions explored: 1\n')).toEqual({});
    expect(countsIn('')).toEqual({});
  });

  it('have a reason on the page for each test with far more blocked executions', () => {
    const text = readFileSync(join(import.meta.dirname, '..', PAGE), 'utf8');
    const reasons = published().beside.flatMap(({ more }) => more.map(({ id }) => [id, reasonFor(id)] as const));
    expect(reasons.filter(([, why]) => why === undefined)).toEqual([]);
    for (const [, why] of reasons) expect(text).toContain(`**${why!}**`);
  });
});

describe.skipIf(!existsSync('/proc/thread-self/schedstat'))('CPU time of a case', () => {
  it('is that of its thread, not the time that it waits', async () => {
    const used = cpuClock(false);
    const seconds = 1;
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    const idle = used();
    expect(idle).toBeLessThan(seconds / 2);
    let work = 0;
    for (let i = 0; used() - idle < 0.05; i++) work += Math.sqrt(i);
    expect(work).toBeGreaterThan(0);
  });

  it('is also that of the compilers that it starts, if no other case runs', () => {
    const [alone, among] = [cpuClock(true), cpuClock(false)];
    const burn = 'const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);';
    execFileSync(process.execPath, ['-e', burn]);
    expect(alone()).toBeGreaterThan(0.3);
    expect(among()).toBeLessThan(0.3);
  });
});
