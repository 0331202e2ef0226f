import type { Accesses } from './accesses.js';
import type { Cycle } from './cycles.js';

/** Whether an execution has this cycle. */
export function hasCycle(accesses: Accesses, cycle: Cycle): boolean {
  return new CycleFinder(accesses).find(cycle) !== -1;
}

const NEVER = 2 ** 31 - 1;

/**
 * Finds cycles in an execution: accesses with the labels of the cycle, where the second of each pair equals or follows
 * the first in program order, and the first of the next pair follows it in conflict order (Burnim, Sen and Stergiou,
 * ISSTA 2011, section 2.2), and so on around the cycle. Exact. From each first access it follows all paths at once,
 * because the accesses reachable next depend only on the earliest access reached so far, by thread or by location.
 */
export class CycleFinder {
  private readonly accesses: Accesses;
  private reached: number[] = [];
  private next: number[] = [];
  // By thread: earliest position reached. By location: earliest order of all accesses reached, and of the writes among
  // them.
  private readonly position: Int32Array;
  private readonly order: Int32Array;
  private readonly writeOrder: Int32Array;

  constructor(accesses: Accesses) {
    this.accesses = accesses;
    let threads = 0;
    let locations = 0;
    for (let i = 0; i < accesses.count; i++) {
      threads = Math.max(threads, accesses.thread[i]! + 1);
      locations = Math.max(locations, accesses.location[i]! + 1);
    }
    this.position = new Int32Array(threads).fill(NEVER);
    this.order = new Int32Array(locations).fill(NEVER);
    this.writeOrder = new Int32Array(locations).fill(NEVER);
  }

  /** Returns the first access that begins such a cycle; -1 if none. */
  find(cycle: Cycle): number {
    const { accesses } = this;
    for (const label of cycle) if (accesses.firstWith(label) === -1) return -1;
    for (let i = accesses.firstWith(cycle[0]!); i !== -1; i = accesses.next[i]!) if (this.leadsBack(cycle, i)) return i;
    return -1;
  }

  private leadsBack(cycle: Cycle, start: number): boolean {
    this.reached.length = 0;
    this.reached.push(start);
    for (let step = 1; step < cycle.length && this.reached.length > 0; step++) {
      if (step % 2 === 1) this.followProgram(cycle[step]!);
      else this.followConflicts(cycle[step]!, -1);
    }
    return this.reached.length > 0 && this.followConflicts(cycle[0]!, start);
  }

  /** Advances to the accesses with this label that equal or follow a reached one in its thread. */
  private followProgram(label: number): void {
    const { accesses, position } = this;
    const { thread } = accesses;
    for (const i of this.reached) position[thread[i]!] = Math.min(position[thread[i]!]!, accesses.position[i]!);
    this.next.length = 0;
    for (let i = accesses.firstWith(label); i !== -1; i = accesses.next[i]!) {
      if (position[thread[i]!]! <= accesses.position[i]!) this.next.push(i);
    }
    for (const i of this.reached) position[thread[i]!] = NEVER;
    this.advance();
  }

  /**
   * Advances to the accesses that conflict with a reached one and follow it. Returns whether `wanted` is one of them.
   */
  private followConflicts(label: number, wanted: number): boolean {
    const { accesses, order, writeOrder } = this;
    const { location, writes } = accesses;
    for (const i of this.reached) {
      const at = location[i]!;
      order[at] = Math.min(order[at]!, accesses.order[i]!);
      if (writes[i] === 1) writeOrder[at] = Math.min(writeOrder[at]!, accesses.order[i]!);
    }
    this.next.length = 0;
    for (let i = accesses.firstWith(label); i !== -1; i = accesses.next[i]!) {
      const at = location[i]!;
      if (writes[i] === 1 ? order[at]! < accesses.order[i]! : writeOrder[at]! <= accesses.order[i]!) this.next.push(i);
    }
    for (const i of this.reached) order[location[i]!] = writeOrder[location[i]!] = NEVER;
    this.advance();
    return this.reached.includes(wanted);
  }

  private advance(): void {
    [this.reached, this.next] = [this.next, this.reached];
  }
}
