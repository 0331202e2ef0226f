import type { Calls, LocalStates } from '@fencepost/core';
import { FENCE, hasEnded } from '@fencepost/core';

const NONE = -1;
/** Bit of the end of call 0. The beginning of call 0 is bit 0. */
const END = 16;

/**
 * Returns the call to which the operation of a state belongs; NONE if to none. A call begins with its first access and
 * ends with its last. Fences before and after it have no effect that other threads could observe.
 */
export function callIn({ call, kind }: LocalStates, state: number): number {
  return kind[state] === FENCE ? NONE : call[state]! - 1;
}

/**
 * The order of beginnings and ends of calls, derived from the events before their first and last events. Events are
 * identified by any numbers that the caller chooses.
 */
export class CallOrder {
  readonly count: number;
  readonly threads: Calls['threads'];
  /** By call: its first and last event; NONE if it has no events. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  private readonly order: Int32Array;
  private readonly begins: Int32Array;
  /** Ends of calls that wait forever, as bits. */
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

  /** Records that a thread is in this state at the end of the execution. */
  endsIn(states: LocalStates, state: number): void {
    const call = states.call[state]! - 1;
    if (state !== 0 && call !== NONE && !hasEnded(states.kind[state]!)) this.never |= this.endBit(call);
  }

  /** Records an event of a call (NONE: of no call). The events of a call must be reported from last to first. */
  found(call: number, event: number): void {
    if (call === NONE) return;
    if (this.last[call] === NONE) this.last[call] = event;
    this.first[call] = event;
  }

  endBit(call: number): number {
    return 1 << (END + call);
  }

  /** Returns the bits of the calls that this event begins and ends. `call` is NONE if it belongs to no call. */
  bitsOf(call: number, event: number): number {
    if (call === NONE) return 0;
    return (this.first[call] === event ? 1 << call : 0) | (this.last[call] === event ? this.endBit(call) : 0);
  }

  /** Returns the words for `Calls.check`. `before` returns the bits of everything before an event. */
  words(before: (event: number) => number, inRealTime: boolean): Int32Array {
    const { order, first, last, count } = this;
    for (const calls of this.threads) {
      // Calls without events follow everything that precedes the calls before them.
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
