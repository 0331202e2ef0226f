import type { ObservedCall } from './observed-call.js';
import { hasReturned } from './observed-call.js';

/** The beginnings and ends of calls in their order, and the calls in progress at a position in it. */
export class Timeline {
  /** Each call has a lane while it is in progress: no other call has it then. */
  readonly lane: Int32Array;
  readonly lanes: number;
  /** The call in progress in each lane; -1: none. */
  readonly inLane: Int32Array;
  position = 0;
  /** Call: it begins; ~call: it ends. */
  private readonly moments: Int32Array;

  constructor(calls: readonly ObservedCall[]) {
    const moments = calls.flatMap(({ begin, end }, call) => [
      { call, at: begin },
      ...(hasReturned(calls[call]!) ? [{ call: ~call, at: end }] : []),
    ]);
    this.moments = Int32Array.from(
      moments.toSorted((a, b) => a.at - b.at),
      ({ call }) => call,
    );
    this.lane = new Int32Array(calls.length);
    const free: number[] = [];
    let lanes = 0;
    for (const moment of this.moments) {
      if (moment < 0) free.push(this.lane[~moment]!);
      else this.lane[moment] = free.pop() ?? lanes++;
    }
    this.lanes = lanes;
    this.inLane = new Int32Array(lanes).fill(-1);
  }

  get isAtEnd(): boolean {
    return this.position === this.moments.length;
  }

  /** Returns the call that ends next; -1 if a call begins next, or at the end. */
  ending(): number {
    return this.isAtEnd || this.moments[this.position]! >= 0 ? -1 : ~this.moments[this.position]!;
  }

  forward(): void {
    const moment = this.moments[this.position++]!;
    if (moment < 0) this.inLane[this.lane[~moment]!] = -1;
    else this.inLane[this.lane[moment]!] = moment;
  }

  backTo(position: number): void {
    while (this.position > position) {
      const moment = this.moments[--this.position]!;
      if (moment < 0) this.inLane[this.lane[~moment]!] = ~moment;
      else this.inLane[this.lane[moment]!] = -1;
    }
  }
}
