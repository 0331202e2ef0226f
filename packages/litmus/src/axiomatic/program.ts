import type { Instruction, ProgramThread, Value } from '@fencepost/axioms';
import { apply, isOperation } from '@fencepost/axioms';
import type { MemoryOrder, Program, ThreadRun } from '@fencepost/core';
import { compareExchange, fence, load, rmw, store } from '@fencepost/core';
import type { AxiomaticTest } from './test.js';

const FUNCTIONS = { exchange: 'exchange', '+': 'add', '-': 'sub', '&': 'and', '|': 'or', '^': 'xor' } as const;

/** The program of a test of C; its threads return their registers. */
export function explorableProgram({ name, program: { threads, memory }, variables }: AxiomaticTest): Program {
  const names = new Map(variables.map((variable) => [variable.address, variable.name]));
  return {
    name,
    threads: threads.map((thread, t) => ({ name: `P${t}`, body: () => run(thread) })),
    initialValue: (address) => memory.get(address) ?? 0,
    nameOf: (address) => names.get(address) ?? `[${address}]`,
  };
}

function* run({ instructions, registers: initial }: ProgramThread): ThreadRun {
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
  return registers;
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
    case 'store-exclusive':
      throw new Error('C has no exclusive stores');
  }
}
