import type { Operation, Program, ThreadRun } from '@fencepost/core';
import { LocalStates, cut, stuck } from '@fencepost/core';
import { exploreAll } from '@fencepost/explore';
import * as fc from 'fast-check';
import type { ProgramBuilder } from 'fencepost';
import { assert, exchange, join, load, lock, program, spawn, store, until } from 'fencepost';
import { checkProgram } from '@fencepost/check';
import { describe, expect, it } from 'vitest';
import { randomRounds, roundProgram } from '@fencepost/testing/round-programs';
import { CHECK_METHODS } from '../src/methods.js';
import type { ProgramCheck } from '../src/check/program-check.js';
import { replayProgram } from '../src/replay/replay-program.js';

const check = (source: Program): ProgramCheck => checkProgram(source, { models: ['sc'] })[0]!;

describe('a program that loops for ever', () => {
  /** while (exchange(&x, 1)) if (stop) break; */
  function* spins(x: number, stop: number): Generator<Operation, void, number> {
    if ((yield { ...exchange(x, 1), until: 'progress' }) === 0) return;
    if ((yield load(stop)) === 0) yield stuck(2);
  }

  it('is a deadlock, also if its atomics write the same value', () => {
    const source: Program = {
      name: 'spinners',
      threads: ['a', 'b'].map((name) => ({ name, body: (): ThreadRun => spins(0, 1) })),
      initialValue: (address) => (address === 0 ? 1 : 0),
      nameOf: (address) => ['lock', 'stop'][address]!,
    };
    for (const method of CHECK_METHODS) {
      for (const { verdict, executions, failures } of checkProgram(source, { method })) {
        expect([verdict, executions, failures.map(({ kind }) => kind)]).toEqual(['failing', 2, ['deadlock']]);
      }
    }
  });

  it('is not safe where no execution finished, and a deadlock is found where the oracle finds one', () => {
    fc.assert(
      fc.property(randomRounds(2, 2), (threads) => {
        const { program: source, limited } = roundProgram(threads);
        const { deadlocks, executions, assumed } = exploreAll(new LocalStates(source), { model: 'tso' });
        const found = checkProgram(source, { models: ['tso'], all: true })[0]!;
        if (deadlocks > 0) expect(found.failures.map(({ kind }) => kind)).toContain('deadlock');
        // Of threads that are stuck with the values that memory has, graphs count only those that read the latest writes (decision 39).
        if (deadlocks === 0 && found.failures.length === 0) expect(found.executions).toBe(executions);
        if (found.verdict === 'safe' && executions === 0) expect(assumed).toBeGreaterThan(0);
        if (executions === 0 && found.failures.length === 0 && !limited() && assumed === 0) {
          expect(found.verdict).toBe('unknown');
        }
      }),
      { numRuns: 200 },
    );
  });

  const cutOff = (assumed: boolean): Program =>
    program('cut off', (p) => {
      const x = p.variable('x');
      p.thread('t', function* () {
        yield store(x, 1);
        yield cut(undefined, assumed);
      });
    });

  it.each(CHECK_METHODS)('is safe if assumptions cut off all executions, with a note (%s)', (method) => {
    for (const { verdict, executions, notes } of checkProgram(cutOff(true), { method })) {
      expect([verdict, executions, notes]).toEqual([
        'safe',
        0,
        ['an assumption cut off every execution: none finished'],
      ]);
    }
  });

  it.each(CHECK_METHODS)('is unknown if no other execution finished, with a note (%s)', (method) => {
    for (const { verdict, robust, executions, incomplete } of checkProgram(cutOff(false), { method })) {
      expect([verdict, robust, executions, incomplete]).toEqual([
        'unknown',
        null,
        0,
        { stoppedBy: 'no end', covered: 'no execution finished', estimate: null },
      ]);
    }
  });
});

describe('after a failure', () => {
  it('a thread that waits for the failed one does not count as a deadlock', () => {
    const source = program('joins', (p) => {
      const [done, mutex] = [p.variable('done'), p.mutex('m')];
      p.thread('main', function* () {
        const child = yield spawn(function* () {
          yield lock(mutex);
          assert(false, 'the only failure');
          yield store(done, 1);
        }, 'child');
        yield join(child);
        assert((yield load(done)) === 1, 'not done');
      });
      p.thread('other', function* () {
        yield lock(mutex);
        yield until(done, '==', 1);
      });
      p.after((final) => assert(final.read(done) === 1, 'not done at the end'));
    });
    for (const method of CHECK_METHODS) {
      for (const { failures } of checkProgram(source, { all: true, method })) {
        expect(failures.map(({ kind, message }) => `${kind}: ${message}`)).toContain('assertion: the only failure');
        // Where the other thread takes the mutex first, it waits for ever, and so does the child.
        expect(failures.filter(({ kind }) => kind !== 'deadlock')).toHaveLength(1);
      }
    }
  });

  it('a failure that precedes another is reported first', () => {
    const source = program('one after the other', (p) => {
      const x = p.variable('x');
      p.thread('late', function* () {
        assert((yield load(x)) === 0, 'late');
      });
      p.thread('early', function* () {
        yield store(x, 1);
        assert(false, 'early');
      });
    });
    const { failures } = check(source);
    expect(failures.map(({ message }) => message)).toEqual(['early', 'late']);
    const shown = failures[1]!.counterexample!;
    expect(replayProgram(source, 'sc', shown.schedule).failures.map(({ message }) => message)).toEqual([
      'early',
      'late',
    ]);
  });

  it('a failure is reported where its thread was started, if the thread did nothing else', () => {
    const source = program('at once', (p) => {
      const x = p.variable('x');
      p.thread('main', function* () {
        yield store(x, 1);
        yield spawn(failsAtOnce, 'child');
      });
    });
    function* failsAtOnce(): Generator<Operation, void, number> {
      assert(false, 'at once');
      yield store(0, 2);
    }
    const { story } = check(source).failures[0]!.counterexample!;
    expect(story.steps.map(({ kind }) => kind)).toEqual(['store', 'spawn']);
    expect(story.threads.map(({ failure, waits }) => [failure, waits])).toEqual([
      [undefined, undefined],
      ['at once', undefined],
    ]);
  });
});

describe('a daemon', () => {
  const polling = (more: (p: ProgramBuilder, flag: number) => void = () => undefined): Program =>
    program('polling', (p) => {
      const flag = p.variable('flag').address;
      p.daemon('poller', function* () {
        yield until(flag, '==', 1);
        yield store(flag, 2);
      });
      more(p, flag);
    });

  it('may go on reading for ever', () => {
    expect(check(polling()).verdict).toBe('safe');
    expect(check({ ...polling(), daemons: [] }).failures.map(({ kind }) => kind)).toEqual(['deadlock']);
    expect(check({ ...polling(), daemons: ['poler'] }).notes).toEqual([
      "the daemon 'poler' is not a thread of the program",
    ]);
  });

  it('may loop over several operations', () => {
    const source: Program = {
      name: 'both',
      threads: [
        {
          name: 'poller',
          *body() {
            yield { ...load(0), until: 'progress' };
            yield load(1);
            yield stuck(2);
          },
        },
      ],
      initialValue: () => 0,
      nameOf: (address) => `x${address}`,
    };
    expect(check(source).verdict).toBe('failing');
    for (const method of CHECK_METHODS) {
      for (const { verdict, executions } of checkProgram({ ...source, daemons: ['poller'] }, { method })) {
        expect([verdict, executions]).toEqual(['safe', 1]);
      }
    }
  });

  it('continues when the awaited value arrives, and the end is checked', () => {
    const set = polling((p, flag) => {
      p.thread('sets', function* () {
        yield store(flag, 1);
      });
      p.after((final) => assert(final.read(flag) === 2, 'not seen'));
    });
    expect(check(set)).toMatchObject({ verdict: 'safe', executions: 1 });
    const unset = polling((p, flag) => p.after((final) => assert(final.read(flag) === 2, 'not seen')));
    expect(check(unset).failures.map(({ message }) => message)).toEqual(['not seen']);
  });

  it('may not wait for a lock or the end of a thread, and no thread may wait for it', () => {
    const joined = polling((p) => {
      p.thread('joins', function* () {
        yield join(1);
      });
    });
    expect(check(joined).failures.map(({ message }) => message)).toEqual(['joins waits for poller to end at joins#0']);
    const locks = program('locks', (p) => {
      const mutex = p.mutex('m');
      p.thread('holds', function* () {
        yield lock(mutex);
      });
      p.daemon('waits', function* () {
        yield lock(mutex);
      });
    });
    expect(check(locks).failures.map(({ message }) => message)).toContain('waits waits to lock m at waits#0');
  });
});
