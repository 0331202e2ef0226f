import type { InstructionProgram, ModelName, Program, Trace } from '@fencepost/core';
import { FencepostError, LocalStates, fetchAdd, fromInstructions, load, program, store, until } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ENUMERABLE_PROGRAMS,
  GRAPH_MODELS,
  clhLock,
  fibonacci,
  fileSystem,
  increments,
  indexer,
  lastZero,
  orderedProgram,
  readers,
  storeBuffering,
  SMALL_PROGRAMS,
  randomProgram,
} from '@fencepost/testing';
import type { Frontier, GraphExploration, Job } from '../src/index.js';
import { exploreGraphs, isJob } from '../src/index.js';
import { INITIAL } from '../src/graph/search/job.js';
import type { EventTree } from '../src/graph/search/job-events.js';
import { AFTER, EVENT_WORDS, NEXT_READER } from '../src/graph/search/job-events.js';

/** A trace in terms of handles and addresses: processes that discover things in another order agree on these only. */
function portable({ states, events, coherence }: Trace): string {
  const nameOf = (i: number): string =>
    i < 0 ? 'initial' : `${states.threads.handles[events[i]!.thread]!}.${events[i]!.position}`;
  const reads = events.flatMap(({ source }, i) => (source === undefined ? [] : [`${nameOf(i)}<${nameOf(source)}`]));
  const writes = coherence.flatMap((row, location) =>
    row.length === 0 ? [] : [`${states.locations.addresses[location]!}:${row.map(nameOf).join('<')}`],
  );
  return [...reads.sort(), ...writes.sort(), String(events.length)].join(' ');
}

/** Two threads whose loads may see any progress of the other. */
function ladder(steps: number): Program {
  return program('ladder', (p) => {
    const [x, y] = [p.variable('x'), p.variable('y')];
    for (const [own, other] of [
      [x, y],
      [y, x],
    ] as const) {
      p.thread(own.name, function* () {
        for (let i = 1; i <= steps; i++) {
          yield store(own, i);
          yield load(other);
        }
      });
    }
  });
}

/** One thread awaits each step of the other, and then may still read old values of z. */
function steps(count: number): Program {
  return program('steps', (p) => {
    const [x, y, z] = [p.variable('x'), p.variable('y'), p.variable('z')];
    p.thread('writer', function* () {
      for (let i = 1; i <= count; i++) {
        yield store(z, i);
        yield store(x, i);
        yield until(y, '>=', i);
      }
    });
    p.thread('reader', function* () {
      for (let i = 1; i <= count; i++) {
        yield until(x, '>=', i);
        yield load(z);
        yield store(y, i);
      }
    });
  });
}

function leavesOf(tree: EventTree): (readonly number[])[] {
  if (typeof tree[0] === 'number') return [tree as readonly number[]];
  return (tree as readonly EventTree[]).flatMap(leavesOf);
}

interface Total {
  blocked: number;
  readonly executions: string[];
}

function exploreInto(total: Total, program: Program, model: ModelName, from?: Frontier, budget?: number): Frontier {
  const { blocked, rest } = exploreGraphs(new LocalStates(program), {
    model,
    ...(from && { from }),
    ...(budget !== undefined && { budget }),
    onExecution: (execution) => {
      total.executions.push(
        `${portable(execution.trace())} ${execution.sequential} ${execution.deadlocked} ${execution.racy}`,
      );
    },
  });
  total.blocked += blocked;
  return rest;
}

/** Explores in pieces: a random job next, a random budget, and each in a process that knows nothing of the others. */
function inPieces(program: Program, model: ModelName, random: () => number): Total {
  const total: Total = { blocked: 0, executions: [] };
  const jobs: Job[] = [...exploreInto(total, program, model, undefined, 1 + (random() % 7))];
  while (jobs.length > 0) {
    const [job] = jobs.splice(random() % jobs.length, 1);
    const sent = JSON.parse(JSON.stringify(job)) as Job;
    jobs.push(...exploreInto(total, program, model, [sent], 1 + (random() % 7)));
  }
  total.executions.sort();
  return total;
}

function atOnce(program: Program, model: ModelName): Total {
  const total: Total = { blocked: 0, executions: [] };
  expect(exploreInto(total, program, model)).toEqual([]);
  total.executions.sort();
  return total;
}

describe('exploration from a frontier', () => {
  it.each(SMALL_PROGRAMS)('gives the same in pieces, in any order: $threads threads', { timeout: 60_000 }, (size) => {
    fc.assert(
      fc.property(randomProgram(size), fc.infiniteStream(fc.nat(1000)), (source: InstructionProgram, numbers) => {
        const program = fromInstructions(source);
        for (const model of GRAPH_MODELS) {
          expect(inPieces(program, model, () => numbers.next().value as number)).toEqual(atOnce(program, model));
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each(ENUMERABLE_PROGRAMS)('with races: $threads threads', { timeout: 60_000 }, (size) => {
    fc.assert(
      fc.property(orderedProgram(size), fc.infiniteStream(fc.nat(1000)), (source, numbers) => {
        const program = { ...fromInstructions(source), standard: 'C11' as const };
        for (const model of GRAPH_MODELS) {
          expect(inPieces(program, model, () => numbers.next().value as number)).toEqual(atOnce(program, model));
        }
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it.each([
    readers(7),
    increments(5),
    lastZero(6),
    fibonacci(3),
    fibonacci(2, 'third thread'),
    indexer(12),
    clhLock(3, 1),
    fileSystem(16),
  ])("gives the same in pieces on the peers' programs: $name", { timeout: 60_000 }, (program) => {
    let seed = 12345;
    const random = (): number => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) >> 8;
    for (const model of GRAPH_MODELS) {
      expect(inPieces(program, model, random)).toEqual(atOnce(program, model));
    }
  });

  it.each([storeBuffering(13), readers(13), increments(7), lastZero(10), fibonacci(5), indexer(14)])(
    'counts the same in pieces at the size of the benchmarks: $name',
    { timeout: 120_000 },
    (program) => {
      let seed = 54321;
      const random = (): number => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) >> 8;
      for (const model of GRAPH_MODELS) {
        const whole = exploreGraphs(new LocalStates(program), { model });
        const total = { executions: 0, blocked: 0, nonSequential: 0, deadlocks: 0 };
        const jobs: (Job | undefined)[] = [undefined];
        while (jobs.length > 0) {
          const [job] = jobs.splice(random() % jobs.length, 1);
          const from = job === undefined ? {} : { from: [JSON.parse(JSON.stringify(job)) as Job] };
          const budget = 1 + (random() % Math.ceil(whole.executions / 2));
          const part = exploreGraphs(new LocalStates(program), { model, budget, ...from });
          for (const count of ['executions', 'blocked', 'nonSequential', 'deadlocks'] as const) {
            total[count] += part[count];
          }
          jobs.push(...part.rest);
        }
        const { executions, blocked, nonSequential, deadlocks } = whole;
        expect(total).toEqual({ executions, blocked, nonSequential, deadlocks });
      }
    },
  );

  // Whether a revisit is possible depends on all events that it deletes, and there are as many revisits as events.
  it('ends soon after a long execution', () => {
    const length = 1200;
    const long = program('long', (p) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      p.thread('reader', function* () {
        for (let i = 0; i < length; i++) {
          yield load(x);
          yield load(y);
        }
      });
      for (const variable of [x, y]) {
        p.thread(variable.name, function* () {
          for (let i = 1; i <= length; i++) yield store(variable, i);
        });
      }
    });
    const start = process.cpuUsage();
    const { rest } = exploreGraphs(new LocalStates(long), { model: 'sc', budget: 1 });
    const { user, system } = process.cpuUsage(start);
    expect(rest.length).toBeGreaterThan(0);
    expect((user + system) / 1e6).toBeLessThan(5);
  });

  it('jobs share all but the events in which they differ', () => {
    const jobs = exploreGraphs(new LocalStates(steps(200)), { model: 'rc11', budget: 1 }).rest;
    const events = jobs.reduce((sum, { threads }) => sum + threads.reduce((of, [, count]) => of + count, 0), 0);
    const leaves = new Set(jobs.flatMap(({ threads }) => threads.flatMap(([, , tree]) => leavesOf(tree))));
    expect(jobs.length).toBe(200);
    expect(events).toBeGreaterThan(100_000);
    // Every job differs from the one before in the last events of both threads.
    expect(leaves.size).toBeLessThan(4 * jobs.length);
    // A job that was sent to another process shares with the jobs that it leads to.
    const sent = JSON.parse(JSON.stringify(jobs.at(-100))) as Job;
    const { rest } = exploreGraphs(new LocalStates(steps(200)), { model: 'rc11', budget: 1, from: [sent] });
    const known = new Set(sent.threads.flatMap(([, , tree]) => leavesOf(tree)));
    const found = new Set(rest.flatMap(({ threads }) => threads.flatMap(([, , tree]) => leavesOf(tree))));
    expect(rest.length).toBeGreaterThan(90);
    expect([...found].some((leaf) => known.has(leaf))).toBe(true);
    expect([...found].filter((leaf) => !known.has(leaf)).length).toBeLessThan(4 * rest.length + 100);
  });

  it('a value is recognised as a job by its shape', () => {
    const jobs = exploreGraphs(new LocalStates(steps(200)), { model: 'rc11', budget: 1 }).rest;
    expect(jobs.length).toBe(200);
    expect(jobs.every(isJob)).toBe(true);
    const job = jobs.at(-100)!;
    /** Changes the events of the second thread, which are a tree of height 2. */
    const withTree = (change: (count: number, tree: readonly EventTree[]) => [unknown, unknown]): unknown => ({
      ...job,
      threads: job.threads.map((thread, i) =>
        i === 1 ? [thread[0], ...change(thread[1], thread[2] as readonly EventTree[])] : thread,
      ),
    });
    expect(isJob(withTree((count, tree) => [count, tree]))).toBe(true);
    expect(isJob(withTree((count, tree) => [count + 1, tree]))).toBe(false);
    expect(isJob(withTree((count, tree) => [-count, tree]))).toBe(false);
    expect(isJob(withTree((count, tree) => [count, tree.slice(1)]))).toBe(false);
    expect(isJob(withTree((count, tree) => [count, [...tree.slice(1), tree]]))).toBe(false);
    expect(isJob(withTree((count, tree) => [count, [...tree.slice(1), ['1']]]))).toBe(false);
    expect(isJob(withTree((count) => [count, {}]))).toBe(false);
    for (const key of ['version', 'program', 'model', 'threads', 'frame', 'nextStamp'] as const) {
      expect(isJob({ ...job, [key]: undefined })).toBe(false);
    }
    expect(isJob(null)).toBe(false);
  });

  it('several jobs can be explored in one go', () => {
    const total: Total = { blocked: 0, executions: [] };
    const rest = exploreInto(total, fibonacci(3), 'tso', undefined, 20);
    expect(rest.length).toBeGreaterThan(1);
    expect(exploreInto(total, fibonacci(3), 'tso', rest)).toEqual([]);
    total.executions.sort();
    expect(total).toEqual(atOnce(fibonacci(3), 'tso'));
  });

  it('does not depend on addresses', () => {
    const at = (first: number): Program =>
      program('moved', (p) => {
        p.array('unused', first);
        const [x, y, z] = [p.variable('x'), p.variable('y'), p.variable('z')];
        for (let t = 0; t < 3; t++) {
          p.thread(`t${t}`, function* () {
            yield store(x, 1 + t);
            yield fetchAdd(z, yield load(y));
            yield store(y, yield load(x));
          });
        }
      });
    for (const model of GRAPH_MODELS) {
      const whole = exploreGraphs(new LocalStates(at(0)), { model });
      const counted = { executions: 0, blocked: 0, nonSequential: 0 };
      let from: Frontier | undefined;
      for (let first = 0; from === undefined || from.length > 0; first++) {
        const part: GraphExploration = exploreGraphs(new LocalStates(at(first % 5)), {
          model,
          budget: Math.ceil(whole.executions / 20),
          ...(from && { from }),
        });
        for (const count of ['executions', 'blocked', 'nonSequential'] as const) counted[count] += part[count];
        from = part.rest;
      }
      const { executions, blocked, nonSequential } = whole;
      expect(counted).toEqual({ executions, blocked, nonSequential });
    }
  });

  it('a job that contradicts itself is refused', () => {
    const { rest } = exploreGraphs(new LocalStates(ladder(3)), { model: 'tso', budget: 1 });
    const job = rest[0]!;
    const explore = (changed: Partial<Job>) => (): unknown =>
      exploreGraphs(new LocalStates(ladder(3)), { model: 'tso', from: [{ ...job, ...changed }] });
    expect(explore({})).not.toThrow();
    const [first, second] = job.threads.map(([handle]) => handle) as [number, number];
    /** Changes words of an event of the first thread, whose events are one leaf: stores of x, loads of y in between. */
    const withWords = (event: number, from: number, ...words: readonly number[]): Partial<Job> => ({
      threads: job.threads.map(([handle, count, tree], i) => {
        const leaf = [...(tree as readonly number[])];
        if (i === 0) leaf.splice(event * EVENT_WORDS + from, words.length, ...words);
        return [handle, count, leaf];
      }),
    });
    expect(explore(withWords(0, AFTER, INITIAL, 0))).not.toThrow();
    expect(explore({ threads: job.threads.map(([handle, count, tree]) => [handle, count + 1, tree]) })).toThrow(
      'a thread does not have as many events as it should',
    );
    expect(explore(withWords(0, AFTER, first, 1000))).toThrow('it refers to an event that does not exist');
    expect(explore(withWords(0, AFTER, 77, 0))).toThrow('it refers to an event that does not exist');
    expect(explore(withWords(1, AFTER, first, 1))).toThrow('its events wait for one another');
    expect(explore(withWords(0, AFTER, second, 0))).toThrow('coherence mixes places in memory');
    expect(explore(withWords(2, AFTER, INITIAL, 0))).toThrow('two writes come next in coherence order');
    expect(explore(withWords(2, AFTER, first, 1))).toThrow('coherence mixes places in memory');
    expect(explore(withWords(0, AFTER, first, 4))).toThrow('coherence does not begin with the initial value');
    expect(explore(withWords(1, NEXT_READER, first, 0))).toThrow('the reads of a write are not a list');
    expect(explore({ frame: job.frame.with(1, 77) })).toThrow('it refers to a thread that its events do not start');
    expect(explore({ frame: job.frame.with(2, first).with(3, 1000) })).toThrow(
      'it refers to an event that does not exist',
    );
  });

  it('a job of another program, model or version is refused', () => {
    const { rest } = exploreGraphs(new LocalStates(fibonacci(3)), { model: 'tso', budget: 5 });
    const explore = (program: Program, model: ModelName, from: Frontier) => (): unknown =>
      exploreGraphs(new LocalStates(program), { model, from });
    expect(explore(readers(3), 'tso', rest)).toThrow('it belongs to the program fib(3)');
    expect(explore(fibonacci(3), 'sc', rest)).toThrow('it belongs to the model tso');
    expect(explore(fibonacci(3), 'tso', [{ ...rest[0]!, version: 1 as 2 }])).toThrow(FencepostError);
    // The same name, but not the same program.
    expect(explore({ ...readers(3), name: 'fib(3)' }, 'tso', rest)).toThrow(FencepostError);
  });
});
