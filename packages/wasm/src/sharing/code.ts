import { Writer } from '../bytes.js';
import { OP } from '../format.js';
import type { Collected } from './collected.js';
import type { HelperName } from './helpers.js';
import { MORE } from './instructions.js';

/** Writes code that calls helpers. */
export class Code extends Writer {
  private readonly collected: Collected;

  constructor(collected: Collected, capacity?: number) {
    super(capacity);
    this.collected = collected;
  }

  /** Calls a helper. `last`: its last arguments. */
  call(helper: HelperName, ...last: readonly number[]): void {
    for (const value of last) {
      this.byte(OP.i32Const);
      this.signed32(value);
    }
    this.byte(MORE.call);
    this.unsigned(this.collected.helper(helper));
  }

  setLocal(local: number): void {
    this.byte(OP.localSet);
    this.unsigned(local);
  }

  getLocal(local: number): void {
    this.byte(OP.localGet);
    this.unsigned(local);
  }
}
