import type { Random } from '@fencepost/core';
import { LOAD, RMW, STORE } from '@fencepost/core';
import type { Run } from './run.js';

/** Multiplier for actor numbers. Greater than the number of locations. */
const MOST_PLACES = 2 ** 22;

/** Returns a random integer of at least 0 and less than `bound`. */
export function below(bound: number, random: Random): number {
  return Math.floor(random.next() * bound);
}

/**
 * The enabled actors, numbered from 0: threads, then stores that can reach memory. A thread is an actor. Its pending
 * stores are another one; with buffers per location, those to each location are.
 */
export class Enabled {
  readonly threads: number[] = [];
  readonly owners: number[] = [];
  readonly ranks: number[] = [];

  find({ machine, order }: Run): void {
    this.threads.length = this.owners.length = this.ranks.length = 0;
    for (const t of order) {
      if (machine.local[t] === 0) continue;
      if (choicesOf(machine, t) > 0) this.threads.push(t);
      for (let rank = 0, pending = machine.memory.pending(t); rank < pending; rank++) {
        if (!machine.canCommit(t, rank)) continue;
        this.owners.push(t);
        this.ranks.push(rank);
      }
    }
  }

  get count(): number {
    return this.threads.length + this.owners.length;
  }

  /** Whether actor i is pending stores. */
  isStores(i: number): boolean {
    return i >= this.threads.length;
  }

  /** Takes the next step of actor i. A thread takes a random choice. */
  take(run: Run, i: number, random: Random): void {
    const store = i - this.threads.length;
    if (store < 0) runSomehow(run, this.threads[i]!, random);
    else run.commit(this.owners[store]!, this.ranks[store]!);
  }

  /** Returns a number for actor i that is the same in all runs. */
  actor({ buffersPerLocation, states, pending, accesses }: Run, i: number): number {
    const { handles } = states.threads;
    const store = i - this.threads.length;
    if (store < 0) return handles[this.threads[i]!]! * MOST_PLACES;
    const owner = this.owners[store]!;
    const location = buffersPerLocation ? accesses.location[pending[owner]![this.ranks[store]!]!]! : 0;
    return handles[owner]! * MOST_PLACES + 1 + location;
  }

  /** Returns the thread of actor i. */
  thread(i: number): number {
    const store = i - this.threads.length;
    return store < 0 ? this.threads[i]! : this.owners[store]!;
  }

  /**
   * Returns what the next step of actor i accesses in memory: 2 * location, plus 1 if it can write; -1 if nothing. A
   * store that goes to a buffer accesses memory when it is committed.
   */
  effect({ states, machine, pending, accesses, hasBuffers }: Run, i: number): number {
    const store = i - this.threads.length;
    if (store >= 0) {
      const access = pending[this.owners[store]!]![this.ranks[store]!]!;
      return access < 0 ? -1 : 2 * accesses.location[access]! + 1;
    }
    const state = machine.local[this.threads[i]!]!;
    const kind = states.kind[state]!;
    if (kind > RMW || (kind === STORE && hasBuffers)) return -1;
    return 2 * states.location[state]! + (kind === LOAD ? 0 : 1);
  }
}

/** Whether two effects are on one location and one of them writes. */
export function conflict(effect: number, other: number): boolean {
  return effect >= 0 && other >= 0 && effect >> 1 === other >> 1 && ((effect | other) & 1) === 1;
}

/** Returns the number of choices thread t can really take. A condition may exclude some of the machine's choices. */
export function choicesOf(machine: Run['machine'], t: number): number {
  const most = machine.choices(t);
  let possible = 0;
  for (let choice = 0; choice < most; choice++) if (machine.canRun(t, choice)) possible++;
  return possible;
}

/** Runs thread t with a random choice. */
function runSomehow(run: Run, t: number, random: Random): void {
  const { machine } = run;
  let left = below(choicesOf(machine, t), random);
  let choice = 0;
  while (!machine.canRun(t, choice) || left-- > 0) choice++;
  run.run(t, choice);
}
