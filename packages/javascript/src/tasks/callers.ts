import { END } from '@fencepost/linear';
import { keepingFrame } from '../async/frames.js';
import { current } from '../world/running/current.js';
import type { World } from '../world/running/world.js';
import { recording } from '../world/time/segments.js';
import { tellStep } from '../world/running/told-steps.js';
import { endTask } from './task.js';

/** A call that a task makes. */
export interface TaskCall {
  /** As users write it. */
  readonly text: string;
  /** Its number among all calls. */
  readonly number: number;
  /** Whether it may wait forever. */
  readonly blocking: boolean;
  /** Makes the call. `ended` gets its result, at once or in a microtask. */
  readonly make: (ended: (result: string) => void) => void;
}

/** The calls of an execution: results by task, and beginnings and ends in order. */
export interface MadeCalls {
  readonly results: readonly (readonly string[])[];
  readonly interleaving: readonly number[];
}

const CALLS = Symbol('calls of tasks');

/** Returns the calls that tasks of this world have made, if they make any. */
export function callsOfTasks(world: World): CallLog | undefined {
  return world.known(CALLS) as CallLog | undefined;
}

/** Registers that tasks of this world make calls of a data structure. Each begins at any moment after the one before. */
export function expectCalls(world: World, tasks: number): CallLog {
  world.loop.outside.expectCalls();
  return world.slot<CallLog>(CALLS, () => new CallLog(tasks));
}

/** Records calls. The order of an end and a beginning matters, so segments that have them do not change places. */
export class CallLog {
  private readonly results: string[][];
  private readonly interleaving: number[] = [];
  private readonly open = new Map<number, boolean>();

  constructor(tasks: number) {
    this.results = Array.from({ length: tasks }, () => []);
  }

  /** Returns the body of a task that makes these calls. */
  task(world: World, task: number, calls: readonly TaskCall[]): () => void {
    const makeFrom = (i: number): void => {
      const { text, number, blocking, make } = calls[i]!;
      recording.segments?.readAll(this);
      this.interleaving.push(number);
      this.open.set(number, blocking);
      tellStep(world, `${text} is called`);
      const { site } = current;
      const next = keepingFrame(() => {
        current.site = site;
        makeFrom(i + 1);
      });
      make((result) => {
        recording.segments?.write(this, number, false);
        this.interleaving.push(END + number);
        this.open.delete(number);
        this.results[task]!.push(result);
        tellStep(world, `${text} returns ${result}`);
        if (i + 1 < calls.length) world.loop.outside.expectCall(next);
        else endTask(world);
      });
    };
    return () => makeFrom(0);
  }

  /** Whether only calls that may wait forever have not ended. */
  get mayRest(): boolean {
    return [...this.open.values()].every((blocking) => blocking);
  }

  get made(): MadeCalls {
    return { results: this.results, interleaving: this.interleaving };
  }
}
