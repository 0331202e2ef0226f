import type { AsmMachine } from './asm-machine.js';
import type { AsmOperand } from './asm-statements.js';

/** An instruction with the width of its operands. */
export interface Sized {
  readonly bits: number;
  readonly locked: boolean;
  readonly operands: readonly AsmOperand[];
}

/** Emits the effect of an instruction; returns false if this form of it is not supported. */
export type Emitter = (machine: AsmMachine, instruction: Sized) => boolean;
