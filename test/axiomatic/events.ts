import type { X86Test } from '@fencepost/litmus';

/** A read or a write of a litmus test. A read-modify-write is one of each, at the same position. */
export interface Event {
  readonly thread: number;
  /** Of its instruction, in program order. */
  readonly position: number;
  readonly isWrite: boolean;
  readonly isAtomic: boolean;
  readonly address: number;
}

export interface Fence {
  readonly thread: number;
  readonly position: number;
  /** A full fence, or one that orders stores only. */
  readonly full: boolean;
}

export type Thread = X86Test['threads'][number];
type Instruction = Thread['instructions'][number];
type Operand = Instruction['operands'][number];

/** An instruction in the terms that the models and the evaluation need. */
export interface Step {
  /** Set if it reads, or writes, memory. */
  readonly reads?: Event;
  readonly writes?: Event;
  readonly fence?: Fence;
  /** Where the value read goes or, without a read, the constant. */
  readonly register?: number;
  /** What is written, or the constant for the register, from the registers before and the value read. */
  readonly value?: (registers: readonly number[], read: number) => number;
}

/** Knows `mov`, `xchg`, `lock xadd`, `mfence` and `sfence` on named variables; throws on anything else. */
export function stepsOf(test: X86Test): Step[][] {
  return test.threads.map(({ instructions }, thread) =>
    instructions.map((instruction, position) => stepOf(instruction, thread, position)),
  );
}

function stepOf({ opcode, locked, operands: [to, from] }: Instruction, thread: number, position: number): Step {
  const event = (place: Operand, isWrite: boolean, isAtomic: boolean): Event => ({
    ...{ thread, position, isWrite, isAtomic },
    address: addressOf(place),
  });
  if (opcode === 'mfence' || opcode === 'sfence') return { fence: { thread, position, full: opcode === 'mfence' } };
  if (opcode === 'mov' && to!.kind === 'register') {
    const register = registerOf(to!);
    if (from!.kind === 'immediate') return { register, value: valueOf(from!) };
    return { register, reads: event(from!, false, false) };
  }
  if (opcode === 'mov') return { writes: event(to!, true, false), value: valueOf(from!) };
  if (opcode === 'xchg' || (opcode === 'xadd' && locked)) {
    const register = registerOf(from!);
    const written = valueOf(from!);
    return {
      ...{ reads: event(to!, false, true), writes: event(to!, true, true), register },
      value: opcode === 'xchg' ? written : (registers, read) => read + written(registers),
    };
  }
  throw new Error(`the axiomatic models do not know ${opcode}`);
}

function addressOf(operand: Operand): number {
  if (operand.kind === 'variable') return operand.address;
  throw new Error(`a ${operand.kind} operand is not a variable`);
}

function registerOf(operand: Operand): number {
  if (operand.kind === 'register') return operand.register.index;
  throw new Error(`a ${operand.kind} operand is not a register`);
}

function valueOf(operand: Operand): (registers: readonly number[]) => number {
  if (operand.kind === 'immediate') return () => operand.value;
  const register = registerOf(operand);
  return (registers) => registers[register] ?? 0;
}
