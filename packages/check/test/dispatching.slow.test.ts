import type { FinalView, Operation, Program, ThreadRun } from '@fencepost/core';
import { CheckFailed, LOAD, Random, cut, fromInstructions } from '@fencepost/core';
import type { Answer, Dispatcher, Knowledge, ProgramCheck, Task } from '@fencepost/check';
import { TaskExplorer, checkProgram } from '@fencepost/check';
import * as fc from 'fast-check';
import { lastZero, randomProgram, relaxedRing, storeBuffering } from '@fencepost/testing';
import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../src/check/check-program.js';
import { Check } from '../src/check/check-program.js';
import { told } from '@fencepost/testing/told';
import { toTheEnd } from '@fencepost/explore';

/** Others who take any number of tasks, do them in any order whenever they like, and sometimes die with one. */
class Whims implements Dispatcher {
  done = 0;
  died = 0;
  private readonly random: Random;
  private readonly explorers: readonly { readonly explorer: TaskExplorer; current: boolean }[];
  private knowledge: () => Knowledge = () => ({ program: undefined, tooDeep: [] });
  private out: { readonly id: number; readonly task: Task }[] = [];

  constructor(make: () => Program, seed: number, explorers: number) {
    this.random = new Random(seed);
    this.explorers = Array.from({ length: explorers }, () => ({
      explorer: new TaskExplorer(make(), undefined),
      current: false,
    }));
  }

  get room(): number {
    return this.below(4);
  }

  consider(): void {
    // They are always there.
  }

  begin(knowledge: () => Knowledge): void {
    this.recall();
    this.knowledge = knowledge;
    for (const each of this.explorers) each.current = false;
  }

  dispatch(id: number, task: Task): void {
    this.out.push({ id, task: JSON.parse(JSON.stringify(task)) as Task });
  }

  collect(): readonly Answer[] {
    const answers: Answer[] = [];
    for (let left = this.below(3); left > 0 && this.out.length > 0; left--) {
      const [{ id, task }] = this.out.splice(this.below(this.out.length), 1) as [{ id: number; task: Task }];
      answers.push({ id, found: this.do(task) });
    }
    return JSON.parse(JSON.stringify(answers)) as Answer[];
  }

  arrival(): Promise<void> {
    return Promise.resolve();
  }

  recall(): void {
    this.out = [];
  }

  private do(task: Task): Answer['found'] {
    const each = this.explorers[this.below(this.explorers.length)]!;
    if (this.below(8) === 0) {
      this.died++;
      each.current = false;
      return undefined;
    }
    if (!each.current) each.explorer.begin(JSON.parse(JSON.stringify(this.knowledge())) as Knowledge);
    const found = toTheEnd(each.explorer.explore(task, () => false));
    each.current = found !== undefined;
    this.done++;
    return found;
  }

  private below(bound: number): number {
    return Math.floor(this.random.next() * bound);
  }
}

function withOthers(make: () => Program, options: CheckOptions, others: Dispatcher): ProgramCheck[] {
  return toTheEnd(new Check(make(), options, { reason: undefined }, undefined, others).run());
}

describe('a search whose parts other explorers take', { timeout: 600_000 }, () => {
  it.each([
    ['sb(10)', () => storeBuffering(10)],
    ['lastzero(8)', () => lastZero(8)],
    ['relaxed 12', () => relaxedRing(12)],
  ] as const)('has the same result as one alone: %s', (_, make) => {
    for (const options of [{}, { all: true }, { races: true }, { maxExecutions: 3000 }, { seed: 5 }]) {
      const alone = told(checkProgram(make(), options));
      for (let seed = 1; seed <= 2; seed++) {
        const others = new Whims(make, seed, 3);
        expect(told(withOthers(make, options, others))).toEqual(alone);
      }
    }
  });

  it('has the same result for random programs, whichever explorer dies', () => {
    const seen = { done: 0, died: 0, blocked: 0, deadlock: 0, locks: 0, awaits: 0, spawns: 0, joins: 0, failing: 0 };
    const size = fc.constantFrom({ threads: 3, operations: 14 }, { threads: 4, operations: 13 });
    const flags = fc.record({ all: fc.boolean(), races: fc.boolean(), assumes: fc.boolean(), asserts: fc.boolean() });
    fc.assert(
      fc.property(size.chain(randomProgram), fc.integer({ min: 1 }), flags, (source, seed, flags) => {
        const { all, races } = flags;
        const make = (): Program => restricted(fromInstructions(source), flags);
        const options = { all, races, seed, maxExecutions: 1500 };
        const others = new Whims(make, seed, 3);
        const alone = checkProgram(make(), options);
        expect(told(withOthers(make, options, others))).toEqual(told(alone));
        const text = JSON.stringify(source);
        const failures = alone.flatMap((check) => check.failures.map(({ kind }) => kind));
        seen.done += others.done;
        seen.died += others.died;
        seen.blocked += Number(alone.some(({ blocked }) => blocked > 0));
        seen.deadlock += Number(failures.includes('deadlock'));
        seen.failing += Number(failures.includes('assertion'));
        seen.locks += Number(text.includes('"lock"'));
        seen.awaits += Number(text.includes('"until"'));
        seen.spawns += Number(text.includes('"spawn"'));
        seen.joins += Number(text.includes('"join"'));
      }),
      { numRuns: Number(process.env['FENCEPOST_RUNS'] ?? 40), seed: 16 },
    );
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(2);
    expect(seen.done).toBeGreaterThan(40);
  });
});

/** The program, with assumptions of its threads about what they read, or an assertion about memory at the end. */
function restricted(program: Program, { assumes, asserts }: { assumes: boolean; asserts: boolean }): Program {
  const threads = program.threads.map(({ name, body }) => ({ name, body: assumes ? () => assuming(body()) : body }));
  const after = (final: FinalView): void => {
    if (final.read(0) === 2) throw new CheckFailed('there is a 2');
  };
  return { ...program, threads, ...(asserts && { after }) };
}

/** Executions in which the thread reads a 2 are of no interest. */
function* assuming(thread: ThreadRun): Generator<Operation, unknown, number> {
  let step = thread.next(0);
  while (step.done !== true) {
    const operation = step.value;
    const result = yield operation;
    if (operation.kind === LOAD && result === 2) yield cut();
    step = thread.next(result);
  }
  return step.value;
}
