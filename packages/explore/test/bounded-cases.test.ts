import type { Program } from '@fencepost/core';
import {
  FencepostError,
  LocalStates,
  Machine,
  assert,
  eventName,
  fence,
  fetchAdd,
  join,
  load,
  lock,
  printSchedule,
  program,
  replay,
  spawn,
  store,
  unlock,
  until,
} from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import {
  clhLock,
  fibonacci,
  increments,
  lastZero,
  messagePassing,
  readers,
  storeBuffering,
  ticketLock,
} from '@fencepost/testing';
import { highHash, lowHash } from '../src/bounded/event-hash.js';
import type { BoundedExecution, BoundedExploration, BoundedOptions } from '../src/index.js';
import { exploreBounded } from '../src/index.js';

const explore = (source: Program, options: BoundedOptions = {}): BoundedExploration =>
  exploreBounded(new LocalStates(source), options);

/** New executions at each bound. */
const perBound = ({ bounds }: BoundedExploration): number[] => bounds.map(({ newExecutions }) => newExecutions);

/** A thread that counts its steps in a variable of its own. */
function independent(...lengths: readonly number[]): Program {
  return program('independent', (p) => {
    lengths.forEach((length, t) => {
      const x = p.variable(`x${t}`);
      p.thread(`t${t}`, function* () {
        for (let i = 1; i < length; i++) yield store(x, i);
        yield fence();
      });
    });
  });
}

/** Both threads read n and write it back increased; `locked` makes that one step. */
function lostUpdate(locked: boolean): Program {
  return program('lost update', (p) => {
    const n = p.variable('n');
    const m = p.mutex('m');
    for (const name of ['left', 'right']) {
      p.thread(name, function* () {
        if (locked) yield lock(m);
        yield store(n, (yield load(n)) + 1);
        if (locked) yield unlock(m);
      });
    }
    p.after((final) => assert(final.read(n) === 2, 'an update was lost'));
  });
}

const oppositeLocks = program('opposite locks', (p) => {
  const [a, b] = [p.mutex('a'), p.mutex('b')];
  p.thread('ab', function* () {
    yield lock(a);
    yield lock(b);
    yield unlock(b);
    yield unlock(a);
  });
  p.thread('ba', function* () {
    yield lock(b);
    yield lock(a);
    yield unlock(a);
    yield unlock(b);
  });
});

describe('results of each bound', () => {
  it('store buffering needs one preemption for both to read 1', () => {
    const found = explore(storeBuffering(2));
    expect(found).toMatchObject({ model: 'sc', executions: 3, nonSequential: 0, complete: true, stoppedBy: undefined });
    expect(found.bounds.slice(0, 2)).toEqual([
      { preemptions: 0, newExecutions: 2, executions: 2, covered: 'bound' },
      { preemptions: 1, newExecutions: 1, executions: 3, covered: 'bound' },
    ]);
    expect(found.bounds.at(-1)).toMatchObject({ executions: 3, covered: 'all' });
  });

  it('a program that cannot be preempted is done at bound 0', () => {
    expect(explore(increments(4)).bounds).toEqual([
      { preemptions: 0, newExecutions: 24, executions: 24, covered: 'all' },
    ]);
    expect(explore(program('nothing', () => undefined))).toMatchObject({ executions: 1, complete: true });
  });

  it('without reduction, the interleavings of independent threads are counted by the multinomial', () => {
    // Of m and n steps, those with 2k or 2k + 1 switches: choose where each thread is cut.
    const two = explore(independent(4, 3), { reduction: false });
    expect(two).toMatchObject({ executions: 35, complete: true, blocked: 0 });
    expect(perBound(two)).toEqual([2, 5, 12, 9, 6, 1]);
    expect(explore(independent(3, 2, 2), { reduction: false }).executions).toBe(210);
    expect(explore(independent(3, 2, 2))).toMatchObject({ executions: 1, complete: true });
  });

  it.each([
    [1, ['an update was lost']],
    [0, []],
  ])('with %i preemptions an update is lost, or not', (mostPreemptions, messages) => {
    const found = explore(lostUpdate(false), { mostPreemptions });
    expect(found.failures.map(({ message }) => message)).toEqual(messages);
    expect(found).toMatchObject({ complete: false, stoppedBy: 'preemptions' });
    expect(found.bounds.map(({ covered }) => covered)).toEqual(Array(mostPreemptions + 1).fill('bound'));
  });

  it('waiting for a mutex is no preemption', () => {
    const found = explore(lostUpdate(true));
    expect(found).toMatchObject({ executions: 2, complete: true, failures: [], deadlocks: 0 });
    expect(found.bounds[0]!.executions).toBe(2);
  });

  it('mutexes taken in opposite order deadlock after one preemption', () => {
    const executions: BoundedExecution[] = [];
    const found = explore(oppositeLocks, { onExecution: (one) => one.deadlocked && executions.push({ ...one }) });
    expect(found).toMatchObject({ executions: 3, deadlocks: 1, complete: true });
    expect(found.failures).toMatchObject([{ kind: 'deadlock', executions: 1 }]);
    expect(executions).toMatchObject([{ preemptions: 1, sequential: true }]);
  });
});

describe('threads that wait', () => {
  it('switch for nothing at an await, a join, and the end', () => {
    const handOver = program('hand over', (p) => {
      const [ready, done] = [p.variable('ready'), p.variable('done')];
      p.thread('main', function* () {
        const child = yield spawn(function* () {
          yield until(ready, '==', 1);
          yield store(done, 1);
        });
        yield store(ready, 1);
        yield join(child);
        return yield load(done);
      });
      p.after((final) => assert(final.outcome(0) === 1));
    });
    for (const reduction of [true, false]) {
      const found = explore(handOver, { reduction, mostPreemptions: 0 });
      expect(found).toMatchObject({ executions: 1, deadlocks: 0, failures: [] });
    }
  });

  it('for ever, when the value never comes', () => {
    const stuck = program('stuck', (p) => {
      const x = p.variable('x');
      p.thread('waits', function* () {
        yield fence();
        yield until(x, '==', 2);
      });
      p.thread('adds', function* () {
        yield fetchAdd(x, 1);
      });
    });
    const schedules: string[] = [];
    const found = explore(stuck, { onExecution: (one) => schedules.push(printSchedule(one.schedule())) });
    expect(found).toMatchObject({ executions: 1, deadlocks: 1, complete: true });
    // The fence before the await happens all the same.
    expect(schedules).toEqual(['fp1:1.2']);
  });

  it('give others a turn while a thread with nothing but a fence has not run', () => {
    const joinsFence = program('joins fence', (p) => {
      const x = p.variable('x');
      p.thread('fence', function* () {
        yield fence();
      });
      p.thread('joins', function* () {
        yield store(x, 1);
        yield join(1);
        yield store(x, 2);
      });
      p.thread('reads', function* () {
        return yield load(x);
      });
      p.after((final) => assert(final.outcome(2) !== 1, 'read in between'));
    });
    for (const reduction of [true, false]) {
      expect(explore(joinsFence, { reduction, mostPreemptions: 0 }).failures).toHaveLength(1);
    }
  });
});

describe('executions', () => {
  it('can be replayed from their schedules', () => {
    const states = new LocalStates(ticketLock(2, 1));
    let count = 0;
    exploreBounded(states, {
      reduction: false,
      onExecution: (execution) => {
        const machine = new Machine(states, 'sc');
        replay(machine, execution.schedule());
        expect(states.threads.handles.every((_, t) => machine.finished(t))).toBe(true);
        count++;
      },
    });
    expect(count).toBeGreaterThan(10);
  });

  it('stop at the budget, but only if there are more', () => {
    const all = explore(fibonacci(3));
    expect(all).toMatchObject({ executions: 141, complete: true });
    expect(explore(fibonacci(3), { budget: 141 })).toMatchObject({ executions: 141, complete: true });
    const some = explore(fibonacci(3), { budget: 140 });
    expect(some).toMatchObject({ executions: 140, complete: false, stoppedBy: 'budget' });
    expect(some.bounds.slice(0, -1)).toEqual(all.bounds.slice(0, some.bounds.length - 1));
    expect(some.bounds.at(-1)).toMatchObject({ executions: 140, covered: 'some' });
  });

  it('stop when there are too many configurations to remember', () => {
    const found = explore(fibonacci(3), { mostConfigurations: 100 });
    expect(found).toMatchObject({ complete: false, stoppedBy: 'memory' });
    expect(found.bounds.at(-1)!.covered).toBe('some');
    expect(found.executions).toBeGreaterThan(0);
  });

  it('are the same while local states are forgotten', () => {
    for (const [reduction, few] of [
      [true, 30],
      [false, 8],
    ] as const) {
      const options = { reduction, mostPreemptions: reduction ? Infinity : 3 };
      const [forgetting, remembering] = [new LocalStates(fibonacci(3), few), new LocalStates(fibonacci(3))];
      const { executions, bounds, failures } = exploreBounded(remembering, options);
      expect(exploreBounded(forgetting, options)).toMatchObject({ executions, bounds, failures });
      expect(forgetting.size).toBeLessThan(remembering.size / 2);
    }
  });

  it('are bounded by a number of preemptions that makes sense', () => {
    for (const mostPreemptions of [-1, NaN]) {
      expect(() => explore(storeBuffering(2), { mostPreemptions })).toThrow(FencepostError);
    }
  });
});

describe('the hash of a configuration', () => {
  it('distinguishes events and read values by either word', () => {
    for (const hash of [lowHash, highHash]) {
      const values = new Set<number>();
      for (let thread = 0; thread < 4; thread++) {
        for (let position = 0; position < 25; position++) {
          for (let link = -2; link < 98; link++) values.add(hash(eventName(thread, position), link));
        }
      }
      expect(values.size).toBeGreaterThan(9990);
    }
  });
});

describe('with reduction and no bound, executions are traces', () => {
  it.each<readonly [Program, number]>([
    [storeBuffering(7), 127],
    [messagePassing(), 2],
    [readers(8), 256],
    [increments(6), 720],
    [lastZero(5), 64],
    [fibonacci(4), 1107],
    [fibonacci(5), 8953],
    [ticketLock(3, 2), 90],
    [clhLock(3, 2), 90],
  ])('$name', (source, traces) => {
    const found = explore(source, { mostConfigurations: 80_000 });
    expect(found).toMatchObject({ executions: traces, complete: true, failures: [] });
  });

  it('and known traces are not continued', () => {
    // 4749 if every thread that is running in a configuration made it another one.
    expect(explore(fibonacci(4)).blocked).toBe(3088);
  });
});
