import type { Instruction } from '../syntax/function.js';

/** An instruction, and the number of its block. */
export interface Placed {
  readonly instruction: Instruction;
  readonly block: number;
}

/** Adds an instruction to the list of a name. */
export function addPlaced(to: Map<string, Placed[]>, name: string, placed: Placed): void {
  const known = to.get(name);
  if (known === undefined) to.set(name, [placed]);
  else known.push(placed);
}
