import type { Instruction, ProgramThread, Value } from '@fencepost/axioms';
import { apply, isOperation } from '@fencepost/axioms';
import type { MemoryOrder, Program, ThreadRun } from '@fencepost/core';
import { compareExchange, fence, load, rmw, store } from '@fencepost/core';
import type { Register } from '../format/registers.js';
import type { CTest } from './test.js';

const FUNCTIONS = { exchange: 'exchange', '+': 'add', '-': 'sub', '&': 'and', '|': 'or', '^': 'xor' } as const;

/** Returns a C test as a program that explorers can run. A thread returns the registers that the test observes. */
export function cProgram(test: CTest): Program {
  const { threads, memory } = test.program;
  const names = new Map(test.variables.map((variable) => [variable.address, variable.name]));
  return {
    name: test.name,
    standard: 'C11',
    threads: threads.map((thread, t) => ({ name: `P${t}`, body: () => run(thread, observedRegisters(test, t)) })),
    initialValue: (address) => memory.get(address) ?? 0,
    nameOf: (address) => names.get(address) ?? `[${address}]`,
  };
}

function observedRegisters({ observed }: CTest, thread: number): Register[] {
  return observed.flatMap((item) => (item.kind === 'register' && item.thread === thread ? [item.register] : []));
}

function* run({ instructions, registers: initial }: ProgramThread, observed: readonly Register[]): ThreadRun {
  const registers = new Map(initial);
  const valueOf = (value: Value): number => {
    if (typeof value === 'number') return value;
    if (isOperation(value)) return apply(value.op, valueOf(value.left), valueOf(value.right));
    return registers.get(value.register) ?? 0;
  };
  for (let i = 0; i < instructions.length; i++) {
    const instruction = instructions[i]!;
    if (instruction.op === 'assign') registers.set(instruction.to, valueOf(instruction.value));
    else if (instruction.op !== 'skip') yield* execute(instruction, registers, valueOf);
    else if (valueOf(instruction.condition) !== 0) i += instruction.count;
  }
  const final: number[] = [];
  for (const { name, index } of observed) final[index] = registers.get(name) ?? 0;
  return final;
}

function* execute(
  instruction: Exclude<Instruction, { op: 'assign' | 'skip' }>,
  registers: Map<string, number>,
  valueOf: (value: Value) => number,
): Generator<ReturnType<typeof load>, void, number> {
  const { site } = instruction;
  switch (instruction.op) {
    case 'fence':
      yield fence(instruction.fence as MemoryOrder, site);
      return;
    case 'load':
      registers.set(instruction.to, yield load(valueOf(instruction.address), instruction.order as MemoryOrder, site));
      return;
    case 'store':
      yield store(valueOf(instruction.address), valueOf(instruction.value), instruction.order as MemoryOrder, site);
      return;
    case 'rmw': {
      const { fn, to, address, value, order } = instruction;
      const old = yield rmw(FUNCTIONS[fn], valueOf(address), valueOf(value), order as MemoryOrder, site);
      if (to !== undefined) registers.set(to, old);
      return;
    }
    case 'compare-exchange': {
      const { to, stored, address, value, order, failureOrder } = instruction;
      const expected = valueOf(instruction.expected);
      const old = yield compareExchange(
        valueOf(address),
        expected,
        valueOf(value),
        order as MemoryOrder,
        site,
        failureOrder as MemoryOrder,
      );
      registers.set(to, old);
      if (stored !== undefined) registers.set(stored, Number(old === expected));
      return;
    }
    case 'assume':
    case 'store-exclusive':
      throw new Error('C has no such instruction');
  }
}
