import type { Calls, LocalStates } from '@fencepost/core';
import { FENCE, hasEnded } from '@fencepost/core';

const NONE = -1;
/** The bit of the end of call 0; that of its beginning is bit 0. */
const END = 16;

/**
 * The call that the operation of a state belongs to, NONE if to none. A call begins with its first access and ends with
 * its last: fences before and after do nothing that others could see.
 */
export function callIn({ call, kind }: LocalStates, state: number): number {
  return kind[state] === FENCE ? NONE : call[state]! - 1;
}

/**
 * The order of beginnings and ends of calls, from what is before their first and last events. An event is any number
 * that the caller knows it by.
 */
export class CallOrder {
  readonly count: number;
  readonly threads: Calls['threads'];
  /** By call; NONE: it has no events. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  private readonly order: Int32Array;
  private readonly begins: Int32Array;
  /** The ends of calls that wait forever: they never come. */
  private never = 0;

  constructor({ count, threads }: Calls) {
    this.count = count;
    this.threads = threads;
    this.first = new Int32Array(count);
    this.last = new Int32Array(count);
    this.order = new Int32Array(2 * count);
    this.begins = this.order.subarray(0, count);
  }

  clear(): void {
    this.first.fill(NONE);
    this.last.fill(NONE);
    this.never = 0;
  }

  /** A thread is in this state at the end of the execution. */
  endsIn(states: LocalStates, state: number): void {
    const call = states.call[state]! - 1;
    if (state !== 0 && call !== NONE && !hasEnded(states.kind[state]!)) this.never |= this.endBit(call);
  }

  /** An event of a call (NONE: of no call). Events of a call are told from last to first. */
  found(call: number, event: number): void {
    if (call === NONE) return;
    if (this.last[call] === NONE) this.last[call] = event;
    this.first[call] = event;
  }

  endBit(call: number): number {
    return 1 << (END + call);
  }

  /** What the event of a call (NONE: of no call) begins and ends. */
  bitsOf(call: number, event: number): number {
    if (call === NONE) return 0;
    return (this.first[call] === event ? 1 << call : 0) | (this.last[call] === event ? this.endBit(call) : 0);
  }

  /** The words of `Calls.check`. `before`: the bits of what is before an event. */
  words(before: (event: number) => number, inRealTime: boolean): Int32Array {
    const { order, first, last, count } = this;
    for (const calls of this.threads) {
      // Those without events are after everything that is before the calls before them.
      let earlier = 0;
      for (const c of calls) {
        const begins = first[c] === NONE ? earlier : earlier | before(first[c]!);
        const ends = (first[c] === NONE ? begins : begins | before(last[c]!)) | (1 << c);
        order[c] = begins & ~this.never;
        order[count + c] = ends & ~this.never;
        earlier = ends | this.endBit(c);
      }
    }
    return inRealTime ? order : this.begins;
  }
}
