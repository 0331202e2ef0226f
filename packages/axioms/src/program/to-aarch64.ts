import type { AccessOrder, AxiomaticProgram, FenceKind, Instruction } from './program.js';

/** LDAR, or LDAPR if the machine has it. */
export type AcquireLoad = 'acquire' | 'acquire_pc';

/**
 * Translates a program of C or JavaScript as compilers do (Arm's C/C++ Atomics ABI; V8). Atomics keep their order: the
 * model decides whether they become LSE instructions or loops of exclusives.
 */
export function toAArch64(program: AxiomaticProgram, acquireLoad: AcquireLoad): AxiomaticProgram {
  return {
    ...program,
    threads: program.threads.map((thread) => ({
      ...thread,
      instructions: thread.instructions.map((instruction) => translate(instruction, acquireLoad)),
    })),
  };
}

function translate(instruction: Instruction, acquireLoad: AcquireLoad): Instruction {
  switch (instruction.op) {
    case 'load':
      return { ...instruction, order: loadOrder(instruction.order, acquireLoad) };
    case 'store':
      return { ...instruction, order: storeOrder(instruction.order) };
    case 'compare-exchange':
      return { ...instruction, failureOrder: loadOrder(instruction.failureOrder, 'acquire'), isCas: true };
    case 'fence':
      return { ...instruction, fence: barrier(instruction.fence) };
    case 'rmw':
    case 'store-exclusive':
    case 'assign':
    case 'assume':
    case 'skip':
      return instruction;
  }
}

/** Returns the load instruction for an order. */
export function loadOrder(order: AccessOrder, acquireLoad: AcquireLoad): AccessOrder {
  if (order === 'seq_cst') return 'acquire';
  return order === 'acquire' ? acquireLoad : 'plain';
}

export function storeOrder(order: AccessOrder): AccessOrder {
  return order === 'seq_cst' || order === 'release' ? 'release' : 'plain';
}

export function barrier(fence: FenceKind): FenceKind {
  return fence === 'acquire' ? 'dmb.ld' : 'dmb.sy';
}
