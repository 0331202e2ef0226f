import type { AsmMachine } from './asm-machine.js';
import type { AsmOperand } from './asm-statements.js';

/** An instruction with the width of its operands. */
export interface Sized {
  readonly bits: number;
  readonly locked: boolean;
  readonly operands: readonly AsmOperand[];
}

/** Emits what an instruction does; false if we do not know it in this form. */
export type Emitter = (machine: AsmMachine, instruction: Sized) => boolean;
