import { OP } from '@fencepost/wasm';
import type { Code } from './code.js';

/** The calls of a function in which it can be suspended: its sites, numbered from 1 in their order. */
export interface Sites {
  /** The number of the site by instruction. */
  readonly numbers: ReadonlyMap<number, number>;
  /**
   * By the instruction that begins a sequence (`block`, `loop`, `if`, `else`; -1: the function): the numbers of the
   * first sites of those of its instructions that are or contain sites.
   */
  readonly parts: ReadonlyMap<number, readonly number[]>;
  /** For each instruction, the number of sites before it. */
  readonly before: readonly number[];
}

/** Finds the sites of a function. `suspends`: by call. */
export function findSites(code: Code, suspends: (instruction: number) => boolean): Sites {
  const numbers = new Map<number, number>();
  const parts = new Map<number, number[]>();
  const before: number[] = [];
  /** The sequences around the current instruction, and the structures that they belong to. */
  const open: { readonly structure: number; sequence: number }[] = [{ structure: -1, sequence: -1 }];
  const found = (first: number): void => {
    const { sequence } = open.at(-1)!;
    const known = parts.get(sequence);
    if (known === undefined) parts.set(sequence, [first]);
    else known.push(first);
  };
  for (let i = 0; i < code.op.length; i++) {
    before.push(numbers.size);
    switch (code.op[i]!) {
      case OP.block:
      case OP.loop:
      case OP.if:
        open.push({ structure: i, sequence: i });
        break;
      case OP.else:
        open.at(-1)!.sequence = i;
        break;
      case OP.end: {
        const { structure } = open.pop()!;
        if (structure >= 0 && numbers.size > before[structure]!) found(before[structure]! + 1);
        break;
      }
      case OP.call:
      case OP.callIndirect:
        if (!suspends(i)) break;
        numbers.set(i, numbers.size + 1);
        found(numbers.size);
    }
  }
  return { numbers, parts, before };
}
