import type { Instruction, InstructionThread, Operand, Program, RmwFunction } from '@fencepost/core';
import { FencepostError, fromInstructions } from '@fencepost/core';
import type { AssemblyInstruction } from './instructions.js';
import type { AssemblyOperand } from './operands.js';
import { REGISTER_COUNT } from './registers.js';
import type { X86Test } from './test.js';

/**
 * Receives values that a locked instruction reads and discards, and the intermediate value of an unlocked
 * read-modify-write.
 */
const SCRATCH = REGISTER_COUNT;
const SECOND_SCRATCH = REGISTER_COUNT + 1;

/** Returns the test as a program that explorers can run. A thread returns its registers, by `Register.index`. */
export function x86Program(test: X86Test): Program {
  const threads = test.threads.map(({ name, instructions, registers }): InstructionThread => ({
    name,
    instructions: instructions.flatMap(translate),
    registers,
  }));
  const variables = new Map(test.variables.map((variable) => [variable.address, variable]));
  return {
    ...fromInstructions({ name: test.name, threads }),
    assembly: true,
    nameOf: (address) => variables.get(address)?.name ?? `[${address}]`,
    initialValue: (address) => {
      const variable = variables.get(address);
      if (variable !== undefined) return Number(variable.initial);
      throw new FencepostError(
        'LITMUS_UNSUPPORTED',
        `${test.name} accesses address ${address}, where there is no variable`,
        {
          site: test.site,
          hint: 'a register used as (%rax) or [EAX] must hold the address of a variable in every execution',
        },
      );
    },
  };
}

/** Operations without their own order are plain under every model; locked ones are seq_cst, core's default. */
function translate(instruction: AssemblyInstruction): Instruction[] {
  const { opcode, operands, site } = instruction;
  const [to, from] = operands;
  switch (opcode) {
    case 'nop':
      return [];
    case 'mfence':
      return [{ op: 'fence', order: 'seq_cst', site }];
    case 'sfence':
      return [{ op: 'fence', order: 'release', site }];
    case 'lfence':
      return [{ op: 'fence', order: 'acquire', site }];
    case 'mov':
      return move(instruction, to!, from!);
    case 'xchg':
      return exchange(instruction, to!, from!);
    case 'xadd':
      return fetchAdd(instruction, to!, from!);
    case 'cmpxchg':
      return compareExchange(instruction, to!, from!);
    case 'inc':
      return arithmetic(instruction, 'add', to!, { kind: 'immediate', value: 1 });
    case 'dec':
      return arithmetic(instruction, 'sub', to!, { kind: 'immediate', value: 1 });
    case 'add':
    case 'sub':
    case 'and':
    case 'or':
    case 'xor':
      return arithmetic(instruction, opcode, to!, from!);
  }
}

function move({ site }: AssemblyInstruction, to: AssemblyOperand, from: AssemblyOperand): Instruction[] {
  if (to.kind !== 'register') return [{ op: 'store', address: addressOf(to), value: valueOf(from), site }];
  const register = to.register.index;
  if (from.kind === 'register' || from.kind === 'immediate') {
    return [{ op: 'move', to: register, value: valueOf(from), site }];
  }
  return [{ op: 'load', to: register, address: addressOf(from), site }];
}

/** Exchanging with memory is atomic with or without `lock`. */
function exchange({ site }: AssemblyInstruction, to: AssemblyOperand, from: AssemblyOperand): Instruction[] {
  const register = registerOf(from);
  if (to.kind !== 'register') {
    return [{ op: 'rmw', fn: 'exchange', to: register, address: addressOf(to), value: { register }, site }];
  }
  return [
    { op: 'move', to: SCRATCH, value: { register: to.register.index }, site },
    { op: 'move', to: to.register.index, value: { register }, site },
    { op: 'move', to: register, value: { register: SCRATCH }, site },
  ];
}

/** Puts the old value into the register, and the sum into the destination. */
function fetchAdd(instruction: AssemblyInstruction, to: AssemblyOperand, from: AssemblyOperand): Instruction[] {
  const { locked, site } = instruction;
  const register = registerOf(from);
  if (to.kind === 'register') {
    const destination = to.register.index;
    return [
      { op: 'move', to: SCRATCH, value: { register: destination }, site },
      { op: 'move', to: SECOND_SCRATCH, value: { register }, site },
      { op: 'move', to: register, value: { register: SCRATCH }, site },
      { op: 'add', to: SCRATCH, value: { register: SECOND_SCRATCH }, site },
      { op: 'move', to: destination, value: { register: SCRATCH }, site },
    ];
  }
  const address = addressOf(to);
  if (locked) return [{ op: 'rmw', fn: 'add', to: register, address, value: { register }, site }];
  return [
    { op: 'load', to: SCRATCH, address, site },
    { op: 'move', to: SECOND_SCRATCH, value: { register: SCRATCH }, site },
    { op: 'add', to: SECOND_SCRATCH, value: { register }, site },
    { op: 'store', address, value: { register: SECOND_SCRATCH }, site },
    { op: 'move', to: register, value: { register: SCRATCH }, site },
  ];
}

/** rax holds the expected value and receives the old one, which is the same if the exchange took place. */
function compareExchange(instruction: AssemblyInstruction, to: AssemblyOperand, from: AssemblyOperand): Instruction[] {
  if (to.kind === 'register' || !instruction.locked) {
    throw unsupported(instruction, 'only lock cmpxchg with a variable is supported');
  }
  const accumulator = 0;
  return [
    {
      op: 'rmw',
      fn: 'cas',
      to: accumulator,
      address: addressOf(to),
      value: valueOf(from),
      expected: { register: accumulator },
      site: instruction.site,
    },
  ];
}

type Arithmetic = Extract<RmwFunction, 'add' | 'sub' | 'and' | 'or' | 'xor'>;

function arithmetic(
  instruction: AssemblyInstruction,
  fn: Arithmetic,
  to: AssemblyOperand,
  from: AssemblyOperand,
): Instruction[] {
  const { locked, site } = instruction;
  if (to.kind === 'register') return registerArithmetic(instruction, fn, to.register.index, from);
  const address = addressOf(to);
  if (locked) return [{ op: 'rmw', fn, to: SCRATCH, address, value: valueOf(from), site }];
  return [
    { op: 'load', to: SCRATCH, address, site },
    ...registerArithmetic(instruction, fn, SCRATCH, from),
    { op: 'store', address, value: { register: SCRATCH }, site },
  ];
}

/**
 * Threads can only add. Other operations are supported if they can be expressed by adding, or if their result is
 * obvious.
 */
function registerArithmetic(
  instruction: AssemblyInstruction,
  fn: Arithmetic,
  to: number,
  from: AssemblyOperand,
): Instruction[] {
  const { site } = instruction;
  if (from.kind === 'register' && from.register.index === to) {
    // The idioms for "zero" and for a dependency that changes nothing.
    if (fn === 'xor' || fn === 'sub') return [{ op: 'move', to, value: 0, site }];
    if (fn === 'and' || fn === 'or') return [];
  }
  if (fn === 'sub' && from.kind === 'immediate') return [{ op: 'add', to, value: -from.value | 0, site }];
  if (fn !== 'add') throw unsupported(instruction, `${fn} is supported on memory and with lock only`);
  if (from.kind === 'register' || from.kind === 'immediate') return [{ op: 'add', to, value: valueOf(from), site }];
  return [
    { op: 'load', to: SECOND_SCRATCH, address: addressOf(from), site },
    { op: 'add', to, value: { register: SECOND_SCRATCH }, site },
  ];
}

function valueOf(operand: AssemblyOperand): Operand {
  return operand.kind === 'immediate' ? operand.value : { register: registerOf(operand) };
}

function addressOf(operand: AssemblyOperand): Operand {
  return operand.kind === 'variable' ? operand.address : { register: registerOf(operand) };
}

/** The parser has already refused all other operands. */
function registerOf(operand: AssemblyOperand): number {
  if (operand.kind === 'register' || operand.kind === 'indirect') return operand.register.index;
  throw new Error(`a ${operand.kind} operand is not a register`);
}

function unsupported({ site }: AssemblyInstruction, message: string): FencepostError {
  return new FencepostError('LITMUS_UNSUPPORTED', message, { site });
}
