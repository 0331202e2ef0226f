import { conditionBit, setByDifference, setByLogic, setBySum } from './asm-conditions.js';
import type { Emitter, Sized } from './asm-emitter.js';
import type { AsmMachine } from './asm-machine.js';
import type { AsmOperand } from './asm-statements.js';
import { compareAndSwapPair, countBits, cpuid, scan, swapBytes, timeStamp } from './asm-special.js';

type Flags = (machine: AsmMachine, bits: number, old: string, value: string) => string;

/** Emits a read, a computation and a write; with `lock`, as one atomic step. Returns the old and the new value. */
function modify(
  machine: AsmMachine,
  { bits, locked }: Sized,
  target: AsmOperand,
  name: string,
  value: string,
  flags: Flags,
): { readonly old: string; readonly result: string } {
  if (locked) {
    const old = machine.define(`atomicrmw ${name} ptr ${machine.address(target)}, i${bits} ${value} seq_cst`);
    return { old, result: flags(machine, bits, old, value) };
  }
  const old = machine.read(target, bits);
  const result = flags(machine, bits, old, value);
  machine.write(target, bits, result);
  return { old, result };
}

const logic =
  (name: string): Flags =>
  (machine, bits, old, value) => {
    const result = machine.define(`${name} i${bits} ${old}, ${value}`);
    setByLogic(machine, bits, result);
    return result;
  };

const binary =
  (name: string, flags: Flags): Emitter =>
  (machine, instruction) => {
    const [source, target] = instruction.operands;
    if (source === undefined || target === undefined) return false;
    modify(machine, instruction, target, name, machine.read(source, instruction.bits), flags);
    return true;
  };

const unary =
  (name: string, value: string, flags: Flags): Emitter =>
  (machine, instruction) => {
    const [target, more] = instruction.operands;
    if (target === undefined || more !== undefined) return false;
    modify(machine, instruction, target, name, value, flags);
    return true;
  };

/** Compares: sets the flags only. */
const comparison =
  (flags: Flags): Emitter =>
  (machine, { bits, operands: [b, a], locked }) => {
    if (a === undefined || b === undefined || locked) return false;
    const left = machine.read(a, bits);
    flags(machine, bits, left, machine.read(b, bits));
    return true;
  };

const move: Emitter = (machine, { bits, operands: [source, target], locked }) => {
  if (source === undefined || target === undefined || locked) return false;
  machine.write(target, bits, machine.read(source, bits));
  return true;
};

const loadAddress: Emitter = (machine, { bits, operands: [source, target], locked }) => {
  if (source === undefined || target === undefined || locked) return false;
  machine.write(target, bits, machine.define(`ptrtoint ptr ${machine.address(source)} to i${bits}`));
  return true;
};

/** Exchanges two operands. With memory, an exchange is atomic even without `lock`. */
const exchange: Emitter = (machine, { bits, operands: [a, b] }) => {
  if (a === undefined || b === undefined) return false;
  const [memory, register] = machine.isMemory(a) ? [a, b] : [b, a];
  const value = machine.read(register, bits);
  if (machine.isMemory(memory)) {
    const old = machine.define(`atomicrmw xchg ptr ${machine.address(memory)}, i${bits} ${value} seq_cst`);
    machine.write(register, bits, old);
  } else {
    const other = machine.read(memory, bits);
    machine.write(memory, bits, value);
    machine.write(register, bits, other);
  }
  return true;
};

const exchangeAdd: Emitter = (machine, instruction) => {
  const { bits, operands } = instruction;
  const [source, target] = operands;
  if (source === undefined || target === undefined) return false;
  const { old } = modify(machine, instruction, target, 'add', machine.read(source, bits), setBySum);
  machine.write(source, bits, old);
  return true;
};

const ACCUMULATOR: AsmOperand = { kind: 'register', name: 'rax' };

const compareAndSwap: Emitter = (machine, { bits, locked, operands: [source, target] }) => {
  if (source === undefined || target === undefined) return false;
  const expected = machine.read(ACCUMULATOR, bits);
  const desired = machine.read(source, bits);
  let old: string;
  if (locked) {
    const types = `i${bits} ${expected}, i${bits} ${desired}`;
    const pair = machine.define(`cmpxchg ptr ${machine.address(target)}, ${types} seq_cst seq_cst`);
    old = machine.define(`extractvalue { i${bits}, i1 } ${pair}, 0`);
  } else {
    old = machine.read(target, bits);
    const same = machine.define(`icmp eq i${bits} ${old}, ${expected}`);
    machine.write(target, bits, machine.define(`select i1 ${same}, i${bits} ${desired}, i${bits} ${old}`));
  }
  setByDifference(machine, bits, expected, old);
  machine.write(ACCUMULATOR, bits, old);
  return true;
};

const complement: Emitter = (machine, { bits, operands: [target], locked }) => {
  if (target === undefined || locked) return false;
  machine.write(target, bits, machine.define(`xor i${bits} ${machine.read(target, bits)}, -1`));
  return true;
};

const negate: Emitter = (machine, { bits, operands: [target], locked }) => {
  if (target === undefined || locked) return false;
  machine.write(target, bits, setByDifference(machine, bits, '0', machine.read(target, bits)));
  return true;
};

/** Shifts by a constant, so that the flags are known. */
const shift =
  (name: 'shl' | 'lshr' | 'ashr'): Emitter =>
  (machine, { bits, operands, locked }) => {
    const [first, second] = operands;
    const target = second ?? first;
    const count = second === undefined ? 1n : first?.kind === 'immediate' ? first.value : 0n;
    if (target === undefined || locked || count < 1n || count >= BigInt(bits)) return false;
    const old = machine.read(target, bits);
    const result = machine.define(`${name} i${bits} ${old}, ${count}`);
    setByLogic(machine, bits, result);
    const last = machine.define(`lshr i${bits} ${old}, ${name === 'shl' ? BigInt(bits) - count : count - 1n}`);
    machine.setFlag('carry', machine.define(`trunc i${bits} ${last} to i1`));
    machine.forget('less');
    machine.write(target, bits, result);
    return true;
  };

/** Tests a bit: the carry gets the old bit. In memory, a register may select a bit outside the first word. */
const testBit =
  (name: 'or' | 'and' | 'xor' | undefined): Emitter =>
  (machine, instruction) => {
    const { bits, locked, operands } = instruction;
    const [source, target] = operands;
    if (source === undefined || target === undefined || (locked && name === undefined)) return false;
    const index = machine.read(source, bits);
    const bit = machine.define(`and i${bits} ${index}, ${bits - 1}`);
    const mask = machine.define(`shl i${bits} 1, ${bit}`);
    const value = name === 'and' ? machine.define(`xor i${bits} ${mask}, -1`) : mask;
    let old: string;
    if (machine.isMemory(target)) {
      let address = machine.address(target);
      if (source.kind !== 'immediate') {
        const word = machine.define(`ashr i${bits} ${index}, ${Math.log2(bits)}`);
        address = machine.define(`getelementptr i${bits}, ptr ${address}, i${bits} ${word}`);
      }
      if (locked) old = machine.define(`atomicrmw ${name!} ptr ${address}, i${bits} ${value} seq_cst`);
      else {
        old = machine.define(`load volatile i${bits}, ptr ${address}`);
        if (name !== undefined) {
          const changed = machine.define(`${name} i${bits} ${old}, ${value}`);
          machine.emit(`store volatile i${bits} ${changed}, ptr ${address}`);
        }
      }
    } else {
      if (locked) return false;
      old = machine.read(target, bits);
      if (name !== undefined) machine.write(target, bits, machine.define(`${name} i${bits} ${old}, ${value}`));
    }
    machine.forget('sign', 'less');
    const shifted = machine.define(`lshr i${bits} ${old}, ${bit}`);
    machine.setFlag('carry', machine.define(`trunc i${bits} ${shifted} to i1`));
    return true;
  };

/** Sets a byte to a condition. */
export function setCondition(machine: AsmMachine, suffix: string, target: AsmOperand | undefined): boolean {
  const bit = target === undefined ? undefined : conditionBit(machine, suffix);
  if (target === undefined || bit === undefined) return false;
  machine.write(target, 8, machine.define(`zext i1 ${bit} to i8`));
  return true;
}

/** Moves if a condition holds. */
export function moveIf(machine: AsmMachine, suffix: string, { bits, operands, locked }: Sized): boolean {
  const [source, target] = operands;
  const bit = source === undefined || locked ? undefined : conditionBit(machine, suffix);
  if (source === undefined || target === undefined || bit === undefined) return false;
  const [value, old] = [machine.read(source, bits), machine.read(target, bits)];
  machine.write(target, bits, machine.define(`select i1 ${bit}, i${bits} ${value}, i${bits} ${old}`));
  return true;
}

/** Moves a value into a wider operand. */
export function extend(machine: AsmMachine, how: 'zext' | 'sext', from: number, { bits, operands }: Sized): boolean {
  const [source, target] = operands;
  if (source === undefined || target === undefined || from >= bits) return false;
  machine.write(target, bits, machine.define(`${how} i${from} ${machine.read(source, from)} to i${bits}`));
  return true;
}

/** Instructions whose operands have one width, by name without suffix. */
export const SIZED: ReadonlyMap<string, Emitter> = new Map<string, Emitter>([
  ['mov', move],
  ['movabs', move],
  ['lea', loadAddress],
  ['xchg', exchange],
  ['xadd', exchangeAdd],
  ['cmpxchg', compareAndSwap],
  ['add', binary('add', setBySum)],
  ['sub', binary('sub', setByDifference)],
  ['and', binary('and', logic('and'))],
  ['or', binary('or', logic('or'))],
  ['xor', binary('xor', logic('xor'))],
  ['inc', unary('add', '1', (machine, bits, old, value) => setBySum(machine, bits, old, value, true))],
  ['dec', unary('sub', '1', (machine, bits, old, value) => setByDifference(machine, bits, old, value, true))],
  ['cmp', comparison(setByDifference)],
  ['test', comparison(logic('and'))],
  ['not', complement],
  ['neg', negate],
  ['shl', shift('shl')],
  ['sal', shift('shl')],
  ['shr', shift('lshr')],
  ['sar', shift('ashr')],
  ['bt', testBit(undefined)],
  ['bts', testBit('or')],
  ['btr', testBit('and')],
  ['btc', testBit('xor')],
  ['bsf', scan('cttz')],
  ['bsr', scan('ctlz')],
  ['tzcnt', countBits('cttz')],
  ['lzcnt', countBits('ctlz')],
  ['popcnt', countBits('ctpop')],
  ['bswap', swapBytes],
]);

/** Instructions without operands of a choosable width, by their whole name. */
export const WHOLE: ReadonlyMap<string, Emitter> = new Map<string, Emitter>([
  ['cmpxchg8b', compareAndSwapPair(32)],
  ['cmpxchg16b', compareAndSwapPair(64)],
  ['rdtsc', timeStamp],
  ['rdtscp', timeStamp],
  ['cpuid', cpuid],
]);
