import type { Program, Site } from '@fencepost/core';
import { exchange, fetchAdd, join, load, lock, program, spawn, store, unlock } from '@fencepost/core';
import type { CheckReport, Counterexample, CycleEdge, Incomplete } from '@fencepost/report';
import { quotedFor } from '../../src/text/replay-command.js';
import { replayCommand, sameReason, stepText, storyText, textReport, verdictText } from '@fencepost/report';
import { describe, expect, it } from 'vitest';
import { edgeText, edgesInOrder } from '../../src/text/cycle-text.js';
import { fenceTexts } from '../../src/text/delay-text.js';
import { failureFinding } from '../../src/text/findings.js';
import { incompleteText } from '../../src/text/incomplete-text.js';
import { StoryNames } from '../../src/text/places.js';
import { rowsOf, shortened } from '../../src/text/rows.js';
import { checkOf, execution, failureOf, linesOf, threadFailure, violationOf } from '@fencepost/testing/reports';
import { dekker, flags, longWay, storeBuffering, talking, twoPlusTwoWrites } from './sample-programs.js';

const DEKKER = execution(dekker(), 'tso', 'fp1:1x2.2.2c.2.1c.1.2');
const printable = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('the command that replays', () => {
  const schedule = { schedule: 'fp1:1x2.2c' };

  it('has the file, the schedule, and the other arguments', () => {
    const replay = ['--model', 'tso', '--', '-DN=2'];
    expect(replayCommand({ source: 'a/b.c', replay }, schedule)).toBe(
      'fencepost replay a/b.c fp1:1x2.2c --model tso -- -DN=2',
    );
  });

  it('is quoted for a shell', () => {
    expect(replayCommand({ source: "it's $HOME.c", replay: ['-DX="a b"', ''] }, { schedule: 'fp1:1~ab' })).toBe(
      String.raw`fencepost replay 'it'\''s $HOME.c' 'fp1:1~ab' '-DX="a b"' ''`,
    );
  });

  it.each([
    ['fp1:1~ab', '"fp1:1~ab"'],
    [String.raw`src\my code.c`, String.raw`"src\my code.c"`],
    [String.raw`src\a.c`, String.raw`src\a.c`],
    ['-DX="a b"', String.raw`"-DX=\"a b\""`],
    ['tso,pso', '"tso,pso"'],
  ])('is quoted for shells on Windows, where single quotes do not quote: %s', (word, quoted) => {
    expect(quotedFor(word, true)).toBe(quoted);
  });

  it('has no file that looks like an option', () => {
    expect(replayCommand({ source: '-x.c', replay: [] }, schedule)).toBe('fencepost replay ./-x.c fp1:1x2.2c');
  });
});

describe('names of threads', () => {
  it('are cut where they are longer than their columns', () => {
    const name = 'a thread with a very long name';
    const two = program('two', (p) => {
      const x = p.variable('x');
      for (const each of ['b', name]) {
        p.thread(each, function* () {
          yield store(x, 1, 'relaxed', { file: 'a.c', line: 3 });
        });
      }
    });
    const { story } = execution(two, 'sc', 'fp1:1.2');
    const lines = (width: number): string[] => storyText(story, { width, colour: false });
    expect(lines(33)).toEqual(['b          a thread with a very …', '3  x = 1', '           3  x = 1']);
    expect(lines(30)).toEqual(['b                 3  x = 1', 'a thread with a…  3  x = 1']);
  });
});

describe('steps one by one', () => {
  it('have thread, line and values', () => {
    expect(DEKKER.story.steps.map((_, i) => stepText(DEKKER.story, i)).slice(0, 5)).toEqual([
      'thread 1, line 12: flag[0] = 1  (in buffer)',
      'thread 1, line 13: flag[1] → 0',
      'thread 2, line 12: flag[1] = 1',
      'thread 2, line 13: flag[0] → 0  (line 12 has not reached memory)',
      'thread 1, line 12: flag[0] = 1 reaches memory',
    ]);
  });

  it('have labels where there are no lines, and printed text', () => {
    expect(stepText(execution(flags('relaxed'), 'sc', 'fp1:1').story, 0)).toBe('t0#0: left = 1');
    expect(stepText(execution(talking(), 'sc', 'fp1:1').story, 1)).toBe('甲: prints "你好\\n"');
  });
});

describe('edges of a cycle', () => {
  const at = (line: number): Site => ({ file: 'e.c', line });
  const everything = program('e.c', (p) => {
    const x = p.variable('x');
    const m = p.mutex('m');
    p.thread('main', function* () {
      yield lock(m, at(1));
      yield unlock(m, at(2));
      const child = yield spawn(
        function* () {
          yield lock(m, at(11));
          yield exchange(x, 5, 'seq_cst', at(12));
        },
        'child',
        at(3),
      );
      yield fetchAdd(x, 1, 'seq_cst', at(4));
      yield join(child, at(5));
      yield load(x, 'relaxed', at(6));
    });
  });
  const { story } = execution(everything, 'sc', 'fp1:1x4.1-1x2.1x2');
  const names = new StoryNames(story);
  const tell = (edge: CycleEdge): string => printable(edgeText(edge, names));

  it.each<[CycleEdge, string]>([
    [{ from: 1, to: 4, kind: 'reads-from' }, "child's locks m at line 11 came after main's unlocks m at line 2"],
    [{ from: 0, to: 4, kind: 'from-read' }, "main's locks m at line 1 came before child's locks m at line 11"],
    [{ from: 2, to: 4, kind: 'spawn' }, 'main started child at line 3 before line 11 (locks m)'],
    [{ from: 5, to: 6, kind: 'join' }, 'child ended after line 12 (x: 1 becomes 5) before main joined it at line 5'],
    [{ from: 5, to: 7, kind: 'reads-from' }, 'main read x = 5 at line 6, which child wrote at line 12'],
    [
      { from: 3, to: 5, kind: 'from-read' },
      'main read x = 0 at line 4 before the read-modify-write of x at line 12 (child) reached memory',
    ],
    [
      { from: 3, to: 5, kind: 'coherence' },
      "main's x: 0 becomes 1 at line 4 was overwritten by child's x: 1 becomes 5 at line 12",
    ],
    [{ from: 0, to: 3, kind: 'program order' }, 'in main, line 1 (locks m) comes before line 4 (x: 0 becomes 1)'],
  ])('%o', (edge, text) => {
    expect(tell(edge)).toBe(text);
  });

  it('are the same cycle from any starting point', () => {
    const turned = { ...DEKKER, cycle: [...DEKKER.cycle.slice(1), DEKKER.cycle[0]!] };
    expect(sameReason({ ...turned, delays: [] }, DEKKER)).toBe(true);
    expect(edgesInOrder(turned)).toEqual(DEKKER.cycle); // from the delayed store on
    const shorter = { ...DEKKER, cycle: DEKKER.cycle.slice(1) };
    expect(sameReason(shorter, DEKKER)).toBe(true); // by what was delayed
    expect(sameReason({ ...shorter, delays: [] }, DEKKER)).toBe(false);
    expect(sameReason(null, DEKKER)).toBe(false);
  });
});

describe('fences', () => {
  const tell = (shown: Counterexample, source: string): string[] =>
    fenceTexts(shown, new StoryNames(shown.story), source).map(printable);

  it('are in the words of the language, and as strong as is needed', () => {
    const ofX86 = execution({ ...twoPlusTwoWrites(), assembly: true }, 'pso', 'fp1:1x2.1c1.2.2c.2.2c.1c');
    expect(tell(ofX86, 'a.litmus')).toEqual([
      'in left, a store-store fence between the store to x and the store to y: SFENCE',
      'in right, a store-store fence between the store to y and the store to x: SFENCE',
      'together they forbid this execution',
    ]);
    expect(tell(execution(storeBuffering(), 'tso', 'fp1:1x2.2.2c.2.1c'), 'a.litmus').join()).toMatch(
      /a full fence .*: atomic_thread_fence\(memory_order_seq_cst\)/,
    );
    expect(tell(execution(storeBuffering(), 'tso', 'fp1:1x2.2.2c.2.1c'), 'a.c')).toEqual([
      'in P0 and P1, a full fence between lines 5 and 6: atomic_thread_fence(memory_order_seq_cst)',
      'together they forbid this execution',
    ]);
  });

  it('are atomic stores in JavaScript', () => {
    const found = execution(storeBuffering(), 'tso', 'fp1:1x2.2.2c.2.1c');
    const file = 'a.test.ts';
    const steps = found.story.steps.map((step) => ({ ...step, site: step.site && { ...step.site, file } }));
    expect(tell({ ...found, story: { ...found.story, steps } }, file)).toEqual([
      'in P0, Atomics.store instead of the store to x at line 5',
      'in P1, Atomics.store instead of the store to y at line 5',
      'together they forbid this execution',
    ]);
  });

  it('are reported once for threads that run the same lines', () => {
    const both = execution(dekker(), 'tso', 'fp1:1x2.2x2.1c.2c');
    expect(both.delays).toHaveLength(2);
    expect(tell(both, 'dekker.c')).toEqual([
      'in thread 1 and thread 2, a full fence between lines 12 and 13: atomic_thread_fence(memory_order_seq_cst)',
      'together they forbid this execution',
    ]);
  });
});

describe('verdicts in words', () => {
  const fields = { source: 'a.c', program: 'a.c' };
  const sc = checkOf({ ...fields, model: 'sc' });
  const failing = (...underSc: (boolean | null)[]): CheckReport =>
    checkOf({
      ...fields,
      model: 'tso',
      failures: underSc.map((under) => failureOf(null, { kind: 'crash', message: '' }, { underSc: under })),
    });
  const stopped: Incomplete = { stoppedBy: 'interrupt', covered: '', estimate: null };

  it.each<[string, CheckReport]>([
    ['safe', sc],
    ['fails', { ...failing(true), model: 'sc' }],
    ['fails, not under SC', failing(false)],
    ['fails, also under SC', failing(true)],
    ['fails, also under SC; not robust', { ...failing(true), robust: false }],
    ['fails, also under SC, and in other ways', failing(false, true)],
    ['fails, perhaps also under SC', failing(null)],
    ['safe and robust', { ...sc, model: 'tso' }],
    ['safe, not robust', { ...sc, model: 'tso', robust: false }],
    ['safe, robustness undecided', { ...sc, model: 'tso', robust: null }],
    ['undecided: interrupted', { ...sc, verdict: 'unknown', incomplete: stopped }],
    ['undecided, not robust: interrupted', { ...sc, verdict: 'unknown', robust: false, incomplete: stopped }],
  ])('%s', (words, check) => {
    expect(verdictText(check, [sc, check])).toBe(words);
  });

  it('report a failure of SC that the search under another model found first', () => {
    const unknown: CheckReport = { ...sc, verdict: 'unknown', incomplete: stopped };
    expect(verdictText(unknown, [unknown, failing(true)])).toBe('fails, as found under TSO');
    expect(verdictText(unknown, [unknown, failing(false)])).toBe('undecided: interrupted');
  });

  it('do not call SC safe if it was not searched', () => {
    expect(verdictText(failing(false), [failing(false)])).toBe('fails, not under SC');
  });

  it('reports a race as one, unless SC was asked about races, too', () => {
    const race = { ...failing(true).failures[0]!, kind: 'data race' } as const;
    const check = { ...failing(true), failures: [race] };
    const sc = { ...failing(true), model: 'sc' };
    expect(verdictText(check, [check])).toBe('fails: a data race');
    expect(verdictText(check, [{ ...sc, verdict: 'safe', failures: [] }, check])).toBe('fails: a data race');
    expect(verdictText(check, [{ ...sc, failures: [race] }, check])).toBe('fails, also under SC');
    const both = { ...check, failures: [race, ...failing(false).failures] };
    expect(verdictText(both, [{ ...sc, verdict: 'safe', failures: [] }, both])).toBe('fails, not under SC');
  });

  it('say that blocked executions with a race are counted, which the table counts apart', () => {
    const race = { ...failing(true).failures[0]!, kind: 'data race', executions: 17 } as const;
    const shownBy = (model: 'rc11' | 'sc' | 'tso', executions: number): string =>
      failureFinding(race, { ...failing(true), model, executions }).shownBy;
    expect(shownBy('rc11', 9)).toBe('in 17 executions under RC11, blocked ones included');
    expect(shownBy('rc11', 17)).toBe('in 17 executions under RC11');
    expect(shownBy('sc', 9)).toBe('in 17 executions under SC, blocked ones included');
    // Executions under another model than that of the table.
    expect(shownBy('tso', 9)).toBe('in 17 executions under SC');
  });
});

describe('a search that was given up', () => {
  it('shows the coverage, an estimate of the size, and the next command', () => {
    const estimate = { low: 8000, likely: 12_345, high: 20_100 };
    expect(incompleteText({ stoppedBy: 'executions', covered: 'it ended after 500 executions', estimate })).toBe(
      'it ended after 500 executions. There are about 12,000 executions in all (8,000 to 20,000). ' +
        'To explore more, raise --max-executions.',
    );
  });
});

describe('a long execution', () => {
  const shown = execution(longWay(60), 'pso', 'fp1:1x2.1c1.1x60.2x62.1c');
  const rows = rowsOf(shown.story);
  const parts = shortened(rows, shown);

  it('is shown in parts, with all that matters', () => {
    expect(parts.length).toBeLessThan(40);
    const kept = new Set(parts.flatMap((part) => ('omitted' in part ? [] : [part.step])));
    const inCycle = shown.cycle.map(({ from }) => from);
    expect(inCycle.filter((step) => !kept.has(step))).toEqual([]);
    const early = shortened(rows, { ...shown, cycle: [] }).flatMap((part) => ('omitted' in part ? [] : [part.step]));
    expect(inCycle.filter((step) => !early.includes(step))).not.toEqual([]); // not kept by chance
    expect(kept.has(undefined)).toBe(true); // the failed check
  });

  it('has the moment at which the delayed store reaches memory', () => {
    const later = execution(longWay(60), 'pso', 'fp1:1x2.1c1.2x62.1x30.1c.1x30');
    const kept = shortened(rowsOf(later.story), later).flatMap((part) => ('omitted' in part ? [] : [part.step]));
    expect(kept).toContain(later.story.steps.findIndex(({ kind }) => kind === 'commit'));
  });

  it('says how much is left out', () => {
    const omitted = parts.reduce((sum, part) => sum + ('omitted' in part ? part.omitted : 0), 0);
    expect(omitted + parts.filter((part) => !('omitted' in part)).length).toBe(rows.length);
    expect(omitted).toBeGreaterThan(80);
  });
});

describe('earlier reports', () => {
  const fields = { source: 'a.c', program: 'a.c' };
  const style = { width: 100, colour: false };
  const report = (checks: readonly CheckReport[], all = false): string =>
    textReport(checks, {}, { ...style, all }).join('\n');
  const other = execution(reversed(), 'tso', 'fp1:1x2.2.2c.2.1c');

  it('is not repeated for another model', () => {
    const [tso, pso] = (['tso', 'pso'] as const).map((model) =>
      checkOf({ ...fields, model, failures: [threadFailure(DEKKER)] }),
    );
    expect(report([tso!, pso!])).toContain('TSO, PSO  assertion failed: inside++ == 0');
    expect(report([tso!, pso!]).match(/assertion failed: inside/g)).toHaveLength(2); // in the title and in the table
  });

  it('is not reported as a lack of robustness beside the failure that it causes', () => {
    const failures = [threadFailure(DEKKER), failureOf(other, { kind: 'crash', message: 'other' })];
    const check = checkOf({ ...fields, model: 'tso', failures, violations: [violationOf(other)] });
    expect(report([check])).not.toContain('not robust: right read x = 0');
    expect(report([check])).toContain('TSO  crash: other');
  });

  it('is the first failure only, unless all are wanted', () => {
    const failures = [threadFailure(DEKKER), failureOf(other, { kind: 'crash', message: 'other' })];
    const check = checkOf({ ...fields, model: 'tso', failures });
    const count = (text: string): number => text.split('  Why ').length - 1;
    expect([count(report([check])), count(report([check], true))]).toEqual([1, 2]);
  });

  function reversed(): Program {
    return program('a.c', (p) => {
      const x = p.variable('x');
      const y = p.variable('y');
      p.thread('left', function* () {
        yield store(x, 1);
        yield load(y);
      });
      p.thread('right', function* () {
        yield store(y, 1);
        yield load(x);
      });
    });
  }
});

describe('source frames', () => {
  it('are not beside the point where lines are long', () => {
    const source = `${' '.repeat(60)}atomic_store(&flag[me], 1);`;
    const check = checkOf({ source: 'src/dekker.c', program: 'x', model: 'tso', failures: [threadFailure(DEKKER)] });
    const lines = textReport([check], linesOf('src/dekker.c', source, 12), { width: 60, colour: false });
    // The caret of column 3 is kept; the line is cut.
    const at = lines.findIndex((line) => line.includes('> 12 │'));
    expect(lines[at]!.endsWith('…')).toBe(true);
    expect(lines[at + 1]).toBe('         │   ^ this store was delayed');
  });

  it('show the marked part of a long line', () => {
    const at = (column: number): Site => ({ file: 'index.min.js', line: 1, column });
    const minified = program('minified', (p) => {
      const x = p.variable('x');
      p.thread('a', function* () {
        yield store(x, 1, 'relaxed', at(3001));
      });
    });
    const shown = execution(minified, 'sc', 'fp1:1');
    const failures = [failureOf(shown, { kind: 'crash', message: 'no', site: at(3001) })];
    const check = checkOf({ source: 'index.min.js', program: 'x', model: 'sc', failures });
    const source = `${'.'.repeat(3000)}x[0]=1;${'.'.repeat(3000)}`;
    const lines = textReport([check], linesOf('index.min.js', source, 1), { width: 60, colour: false });
    const quoted = lines.findIndex((line) => line.includes('> 1 │'));
    expect(lines[quoted]).toMatch(/│ ….*x\[0\]=1;.*…$/);
    expect(lines[quoted + 1]!.search(/\^~* fails here/)).toBe(lines[quoted]!.indexOf('x[0]'));
  });
});
