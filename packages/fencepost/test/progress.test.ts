import { describe, expect, it } from 'vitest';
import type { ProgressMode, SearchDisplayOptions } from '../src/cli/terminal/progress.js';
import { Progress, SearchDisplay, duration } from '../src/cli/terminal/progress.js';
import { searchLine } from '../src/cli/terminal/search-state.js';
import type { SearchState } from '../src/cli/terminal/search-state.js';
import type { SearchProgress } from '@fencepost/check';

const CLEAR = '\r\x1b[2K';

/** A terminal whose clock stands still unless it is set. */
function terminal(errIsTerminal = true) {
  const seen = { err: '', time: 0 };
  const io = {
    out: () => Promise.resolve(),
    err: (text: string) => (seen.err += text),
    outIsTerminal: false,
    errIsTerminal,
    columns: 200,
    debug: false,
  };
  return { seen, io, now: () => seen.time };
}

describe('the progress of many short checks', () => {
  it('reports progress, speed and remaining time', () => {
    const { seen, io, now } = terminal();
    const progress = new Progress(io, 7785, now);
    progress.update(1);
    expect(seen.err).toBe('');
    seen.time = 2000;
    progress.update(200);
    expect(seen.err).toBe('200/7785 checks, 100/s, 1 min 16 s left');
    progress.clear();
    expect(seen.err.endsWith(CLEAR)).toBe(true);
  });

  it('is for terminals', () => {
    const { seen, io, now } = terminal(false);
    const progress = new Progress(io, 10, now);
    seen.time = 2000;
    progress.update(1);
    progress.clear();
    expect(seen.err).toBe('');
  });

  it.each([
    [0.2, '1 s'],
    [59.5, '1 min 0 s'],
    [7320, '2 h 2 min'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});

const NOTHING: SearchProgress = {
  model: 'tso',
  executions: 0,
  blocked: 0,
  estimate: undefined,
  preemptions: undefined,
};

function display(options: SearchDisplayOptions, errIsTerminal = true) {
  const { seen, io, now } = terminal(errIsTerminal);
  const shown = new SearchDisplay(io, options, now);
  shown.begin('src/queue.c', 'queue.c');
  const at = (time: number, progress: Partial<SearchProgress>): void => {
    seen.time = time;
    shown.update({ ...NOTHING, ...progress });
  };
  return { seen, shown, at };
}

describe('the progress of a search on a terminal', () => {
  it('is one line, drawn ten times a second at most, and gone at the end', () => {
    const { seen, shown, at } = display({ mode: 'auto' });
    at(99, { executions: 10 });
    expect(seen.err).toBe('');
    at(1000, { executions: 1200 });
    const first = 'queue.c  tso   1,200 executions (1,200/s), 0:01';
    expect(seen.err).toBe(first);
    at(1050, { executions: 1300 });
    expect(seen.err).toBe(first);
    at(2000, { executions: 4000 });
    expect(seen.err).toBe(`${first}${CLEAR}queue.c  tso   4,000 executions (2,000/s), 0:02`);
    shown.end();
    expect(seen.err.endsWith(CLEAR)).toBe(true);
    const { length } = seen.err;
    shown.end();
    shown.clear();
    expect(seen.err).toHaveLength(length);
  });

  it('restarts with each model, each program, and when a search restarts', () => {
    const { seen, shown, at } = display({ mode: 'auto' });
    at(4000, { executions: 8000 });
    at(5000, { executions: 1, model: 'pso' });
    at(7000, { executions: 1000, model: 'pso' });
    expect(seen.err.endsWith('queue.c  pso   1,000 executions (500/s), 0:02')).toBe(true);
    at(8000, { executions: 0, model: 'pso' });
    at(9000, { executions: 300, model: 'pso' });
    expect(seen.err.endsWith('queue.c  pso   300 executions (300/s), 0:01')).toBe(true);
    shown.begin('stack.c', 'stack.c');
    at(11_000, { executions: 400, model: 'pso' });
    expect(seen.err.endsWith('stack.c  pso   400 executions (200/s), 0:02')).toBe(true);
  });

  it('does not count executions of an earlier run as speed', () => {
    const { seen, at } = display({ mode: 'auto' });
    at(1000, { executions: 1_000_000, resumed: 1_000_000 });
    expect(seen.err).toBe('queue.c  tso   1,000,000 executions, 0:00');
    at(3000, { executions: 1_000_400, resumed: 1_000_000 });
    expect(seen.err.endsWith('queue.c  tso   1,000,400 executions (200/s), 0:02')).toBe(true);
  });

  it.each<[ProgressMode, boolean]>([
    ['auto', false],
    ['none', true],
    ['none', false],
  ])('is not shown with %s, terminal: %s', (mode, errIsTerminal) => {
    const { seen, shown, at } = display({ mode }, errIsTerminal);
    at(5000, { executions: 10 });
    shown.end();
    expect(seen.err).toBe('');
  });
});

describe('the line', () => {
  const state: SearchState = {
    source: 'src/queue.c',
    program: 'queue.c',
    model: 'tso',
    executions: 41_200,
    blocked: 3,
    rate: 12_345,
    seconds: 3.3,
    estimate: { low: 110_000, likely: 160_123, high: 240_000 },
    preemptions: 2,
  };

  it('leaves out parts that do not fit, the least important first', () => {
    const wide =
      'queue.c  tso   41,200 executions (12,300/s), 0:03   of about 160,000 (110,000–240,000), 0:06–0:16 left   [bound: 2 preemptions]';
    expect(searchLine(state, wide.length + 1)).toBe(wide);
    expect(searchLine(state, wide.length)).toBe(wide.replace(' (110,000–240,000)', ''));
    expect(searchLine(state, 100)).toBe(
      'queue.c  tso   41,200 executions (12,300/s), 0:03   of about 160,000, 0:06–0:16 left',
    );
    expect(searchLine(state, 60)).toBe('queue.c  tso   41,200 executions (12,300/s), 0:03');
    expect(searchLine(state, 20)).toBe('queue.c  tso   41,…');
    for (let width = 1; width < 140; width++) expect(searchLine(state, width).length).toBeLessThanOrEqual(width);
  });

  it.each<[string, Partial<SearchState>, RegExp]>([
    ['no estimate', { estimate: undefined, preemptions: undefined }, /\(12,300\/s\), 0:03$/],
    ['no rate', { rate: undefined }, /executions, 0:03 {3}of about 160,000 \(110,000–240,000\) {3}\[/],
    [
      'nothing found yet',
      { executions: 0, rate: 0 },
      / 0 executions \(0\/s\), 0:03 {3}of .* \(110,000–240,000\) {3}\[/,
    ],
    ['one of each', { executions: 1, preemptions: 1 }, / 1 execution .*\[bound: 1 preemption\]$/],
    ['the end', { executions: 9, estimate: { low: 9, likely: 9, high: 9 } }, /of about 9, 0:00 left/],
    ['low behind us', { estimate: { low: 5, likely: 50_000, high: 60_000 } }, /\(41,200–60,000\), 0:00–0:02 left/],
    ['hours', { seconds: 3723, rate: 1 }, / 1:02:03 .*, 19:06:40–55:13:20 left/],
    ['ages', { estimate: { low: 1e6, likely: 1e14, high: 1e15 } }, /about 1 × 10\^14 .*–938,000 days left/],
  ])('with %s', (_, change, expected) => {
    expect(searchLine({ ...state, ...change }, 200)).toMatch(expected);
  });
});

describe('--progress json', () => {
  const objects = (err: string): unknown[] =>
    err
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { progress: unknown }).progress);

  it('is an object for each fifth of a second, and a last one', () => {
    const { seen, shown, at } = display({ mode: 'json' }, false);
    const estimate = { low: 900, likely: 1000, high: 1200 };
    for (let time = 50; time <= 1000; time += 50) at(time, { executions: time, blocked: 2, estimate, preemptions: 1 });
    expect(objects(seen.err)).toHaveLength(5);
    expect(objects(seen.err).at(-1)).toEqual({
      program: 'queue.c',
      source: 'src/queue.c',
      model: 'tso',
      executions: 1000,
      resumed: 0,
      blocked: 2,
      rate: 1000,
      elapsed: 1,
      estimate,
      bound: 1,
    });
    at(1010, { executions: 1010 });
    shown.end();
    expect(objects(seen.err)).toHaveLength(6);
    expect(objects(seen.err).at(-1)).toMatchObject({ executions: 1010, estimate: null, bound: null });
    shown.end();
    expect(objects(seen.err)).toHaveLength(6);
  });

  it('has the last of each search', () => {
    const { seen, shown, at } = display({ mode: 'json' });
    at(10, { executions: 3, model: 'sc' });
    at(20, { executions: 4, model: 'tso' });
    shown.begin('stack.c', 'stack.c');
    at(20, { executions: 5, model: 'sc' });
    shown.end();
    expect(objects(seen.err)).toMatchObject([
      { program: 'queue.c', model: 'sc', executions: 3, rate: 300 },
      { program: 'queue.c', model: 'tso', executions: 4, rate: null },
      { program: 'stack.c', model: 'sc', executions: 5, rate: null },
    ]);
  });
});
