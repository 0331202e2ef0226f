import type { CallStart } from '../runtime/services.js';

/** A library function calls a function of the program. */
export class NestedCall {
  readonly entry: CallStart;
  readonly args: readonly bigint[];
  constructor(entry: CallStart, args: readonly bigint[]) {
    this.entry = entry;
    this.args = args;
  }
}
