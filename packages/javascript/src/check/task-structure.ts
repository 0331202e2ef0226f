import type { FinalView, Program } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import type { Callable, CallingThread, GivenCall } from '@fencepost/linear';
import type { Bounds } from '../world/context/context.js';
import { Context } from '../world/context/context.js';
import { current, keepingCurrent } from '../world/running/current.js';
import type { ThreadOutcome } from '../runtime/replayed-thread.js';
import type { MadeCalls } from '../tasks/callers.js';
import { ChoosingRun } from './choosing-run.js';
import type { DefinedThread } from './defined.js';
import { checkedProgram, templateOf } from './program.js';
import { showResult } from './results.js';
import type { CheckPlace } from './scripts.js';
import { setUpWorld } from './scripts.js';
import type { GivenStructure } from './structure-api.js';

/** More executions of one caller are not explored. */
const MOST_RUNS = 2000;

const CUT =
  'one caller has more orders of timers and events than the specification has: a call that is not linearizable may be a false alarm; give a model';

/** Without shared memory, threads would have nothing in common: the callers can only be tasks. */
export function isCalledByTasks(name: string, { callers, options }: GivenStructure, hasShared: boolean): boolean {
  if (callers === 'threads' || (callers === undefined && hasShared)) return false;
  const refuse = (what: string, hint: string): never => {
    throw new FencepostError('USAGE', `${name} ${what}`, { hint });
  };
  if (hasShared) refuse('uses shared memory, but tasks are to call it', 'threads call it if you omit callers');
  const { criterion, respects } = options;
  if (criterion === 'obstruction-free')
    refuse(`cannot be checked for '${criterion}'`, 'tasks call it, and none stops within a call');
  if (respects === 'happens-before') refuse(`cannot respect '${respects}'`, 'tasks call it, and they have one clock');
  return true;
}

/** A data structure of a test file that tasks call: async functions of one event loop. */
export class TaskStructure implements Callable {
  /** Whether results may be missing in the specification. */
  private isCut = false;

  constructor(
    private readonly place: CheckPlace,
    private readonly given: GivenStructure,
    private readonly bounds: Bounds,
  ) {}

  program(name: string, threads: readonly CallingThread[], initial: readonly GivenCall[]): Program {
    const place = { ...this.place, scenario: { threads, initial, callers: 'tasks' } as const };
    const context = this.newContext();
    // All tasks call one object: they influence each other.
    context.influences.restore({ groups: [-1], failing: -1 });
    const program = checkedProgram(name, place, templateOf(place, context));
    return {
      ...program,
      get threads() {
        return program.threads;
      },
      notes: () => [...program.notes!(), ...(this.isCut ? [CUT] : [])],
    };
  }

  interleaving(final: FinalView): readonly number[] {
    return madeIn(final).interleaving;
  }

  resultsOf(final: FinalView, thread: number): readonly string[] {
    return madeIn(final).results[thread]!;
  }

  resultsFrom(): readonly string[] {
    throw new Error('one task is not run as a program');
  }

  /** Runs the calls in each way in which one caller can make them. The model, if there is one, takes them instead. */
  everyRun(calls: readonly GivenCall[], initial: readonly GivenCall[]): readonly (readonly string[])[] {
    const open: (readonly boolean[])[] = [[]];
    const runs: (readonly string[])[] = [];
    for (let given = open.pop(); given !== undefined; given = open.pop()) {
      const run = new ChoosingRun(given, open);
      runs.push(this.runAlone([...initial, ...calls], run).slice(initial.length));
      this.isCut ||= run.isCut;
      if (runs.length <= MOST_RUNS) continue;
      throw new FencepostError('TOO_LARGE', `calls of one caller have more than ${MOST_RUNS} executions`, {
        hint: 'give a model that computes their results',
      });
    }
    return runs;
  }

  private runAlone(calls: readonly GivenCall[], run: ChoosingRun): readonly string[] {
    return keepingCurrent(() => {
      const place = { ...this.place, scenario: { threads: [], initial: calls, callers: 'one' } as const };
      const [caller] = setUpWorld(this.newContext(), place, 'one').defined.threads;
      current.run = run;
      return (caller as DefinedThread).body() as readonly string[];
    });
  }

  show(value: unknown): string {
    return showResult(value);
  }

  private newContext(): Context {
    return new Context(this.place.graph.sites, this.bounds);
  }
}

function madeIn(final: FinalView): MadeCalls {
  return (final.outcome(0) as ThreadOutcome).value as MadeCalls;
}
