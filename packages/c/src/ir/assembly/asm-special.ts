import type { Emitter } from './asm-emitter.js';
import type { AsmMachine } from './asm-machine.js';
import type { AsmOperand } from './asm-statements.js';

const register = (name: string): AsmOperand => ({ kind: 'register', name });

function callBits(machine: AsmMachine, name: string, bits: number, value: string, isDefinedAtZero?: boolean): string {
  const type = `i${bits}`;
  const flag = isDefinedAtZero === undefined ? '' : ', i1';
  machine.scope.declare(`@llvm.${name}.${type}`, `${type} @llvm.${name}.${type}(${type}${flag})`);
  const last = isDefinedAtZero === undefined ? '' : `, i1 ${String(!isDefinedAtZero)}`;
  return machine.define(`call ${type} @llvm.${name}.${type}(${type} ${value}${last})`);
}

/**
 * Finds the index of the lowest or highest set bit. The target keeps its value if no bit is set, as on every processor.
 */
export const scan =
  (name: 'cttz' | 'ctlz'): Emitter =>
  (machine, { bits, operands: [source, target], locked }) => {
    if (source === undefined || target === undefined || locked) return false;
    const value = machine.read(source, bits);
    const none = machine.define(`icmp eq i${bits} ${value}, 0`);
    const zeros = callBits(machine, name, bits, value, true);
    const index = name === 'cttz' ? zeros : machine.define(`sub i${bits} ${bits - 1}, ${zeros}`);
    const kept = machine.read(target, bits);
    machine.write(target, bits, machine.define(`select i1 ${none}, i${bits} ${kept}, i${bits} ${index}`));
    machine.forget('carry', 'sign', 'less');
    machine.setFlag('zero', none);
    return true;
  };

/** Counts the zeros before the first set bit, or the set bits. */
export const countBits =
  (name: 'cttz' | 'ctlz' | 'ctpop'): Emitter =>
  (machine, { bits, operands: [source, target], locked }) => {
    if (source === undefined || target === undefined || locked) return false;
    const value = machine.read(source, bits);
    const count = callBits(machine, name, bits, value, name === 'ctpop' ? undefined : true);
    machine.write(target, bits, count);
    machine.forget('sign', 'less');
    machine.setFlag('zero', machine.define(`icmp eq i${bits} ${count}, 0`));
    machine.setFlag('carry', name === 'ctpop' ? 'false' : machine.define(`icmp eq i${bits} ${value}, 0`));
    return true;
  };

export const swapBytes: Emitter = (machine, { bits, operands: [target], locked }) => {
  if (target === undefined || locked || bits < 32) return false;
  machine.write(target, bits, callBits(machine, 'bswap', bits, machine.read(target, bits)));
  return true;
};

/** Compares two registers with memory of twice their size; if equal, stores two other registers there. */
export const compareAndSwapPair =
  (half: 32 | 64): Emitter =>
  (machine, { operands: [target], locked }) => {
    if (target === undefined || !locked) return false;
    const type = `i${2 * half}`;
    const pair = (low: string, high: string): string => {
      const [lower, upper] = [low, high].map((name) =>
        machine.define(`zext i${half} ${machine.read(register(name), half)} to ${type}`),
      );
      return machine.define(`or ${type} ${lower!}, ${machine.define(`shl ${type} ${upper!}, ${half}`)}`);
    };
    const swap = `${type} ${pair('rax', 'rdx')}, ${type} ${pair('rbx', 'rcx')}`;
    const both = machine.define(`cmpxchg ptr ${machine.address(target)}, ${swap} seq_cst seq_cst`);
    const old = machine.define(`extractvalue { ${type}, i1 } ${both}, 0`);
    machine.write(register('rax'), half, machine.define(`trunc ${type} ${old} to i${half}`));
    const upper = machine.define(`lshr ${type} ${old}, ${half}`);
    machine.write(register('rdx'), half, machine.define(`trunc ${type} ${upper} to i${half}`));
    machine.setFlag('zero', machine.define(`extractvalue { ${type}, i1 } ${both}, 1`));
    return true;
  };

/** Reads the clock of the thread (runtime/libc/time.ts). The processor number is always 0. */
export const timeStamp: Emitter = (machine, { locked }) => {
  if (locked) return false;
  const time = machine.define('call i64 @llvm.readcyclecounter()');
  machine.write(register('eax'), 32, machine.define(`trunc i64 ${time} to i32`));
  const upper = machine.define(`lshr i64 ${time}, 32`);
  machine.write(register('edx'), 32, machine.define(`trunc i64 ${upper} to i32`));
  return true;
};

/** Feature bit of cmpxchg16b. */
const FEATURES_C = 1 << 13;
/** Features of every x86-64: floating point, time stamps, cmpxchg8b, cmov, clflush, mmx, fxsave, sse and sse2. */
const FEATURES_D = 0x0788_8111;

/** Describes a processor without a name that has only the features of every x86-64. The instruction is also a fence. */
export const cpuid: Emitter = (machine, { locked }) => {
  if (locked) return false;
  machine.emit('fence seq_cst');
  const leaf = machine.read(register('eax'), 32);
  const isFirst = machine.define(`icmp eq i32 ${leaf}, 0`);
  const isFeatures = machine.define(`icmp eq i32 ${leaf}, 1`);
  const answers: readonly (readonly [string, string, number])[] = [
    ['eax', isFirst, 1],
    ['ebx', isFirst, 0],
    ['ecx', isFeatures, FEATURES_C],
    ['edx', isFeatures, FEATURES_D],
  ];
  for (const [name, condition, value] of answers) {
    machine.write(register(name), 32, machine.define(`select i1 ${condition}, i32 ${value}, i32 0`));
  }
  return true;
};
