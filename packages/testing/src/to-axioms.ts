import type { AxiomaticProgram, Instruction as AxiomaticInstruction, Operator, Value } from '@fencepost/axioms';
import type { Comparison, Instruction, InstructionProgram, Operand } from '@fencepost/core';

/** A thread that waits forever at the end of an execution: the last value in memory is not the one it waits for. */
export interface Waiting {
  readonly thread: number;
  readonly address: number;
  readonly compare: Comparison;
  readonly value: number;
  /**
   * Whether the thread has read that value in an event of its own. A spinning load has; a lock is not one of the
   * program's accesses.
   */
  readonly reads: boolean;
}

/** A program in which some threads stop at an await or a lock. */
export interface AxiomaticVariant {
  readonly program: AxiomaticProgram;
  readonly waiting: readonly Waiting[];
}

const FUNCTIONS = { exchange: 'exchange', add: '+', sub: '-', and: '&', or: '|', xor: '^' } as const;

interface TranslatedThread {
  readonly instructions: readonly AxiomaticInstruction[];
  readonly waiting: Omit<Waiting, 'thread'> | undefined;
}

/**
 * Translates the program for the axioms, once for each combination of threads that end and threads that wait. It must
 * be straight-line and small.
 */
export function toAxioms({ threads, memory }: InstructionProgram): AxiomaticVariant[] {
  const addresses = new Set(threads.flatMap(({ instructions }) => instructions.flatMap(addressesOf)));
  const initial = new Map([...addresses].sort((a, b) => a - b).map((address) => [address, memory?.[address] ?? 0]));
  let variants: TranslatedThread[][] = [[]];
  threads.forEach(({ instructions }, t) => {
    const ways = translations(instructions, t);
    variants = variants.flatMap((before) => ways.map((way) => [...before, way]));
  });
  return variants.map((variant) => ({
    program: {
      threads: variant.map(({ instructions }) => ({ instructions, registers: new Map<string, number>() })),
      memory: initial,
    },
    waiting: variant.flatMap(({ waiting }, thread) => (waiting === undefined ? [] : [{ thread, ...waiting }])),
  }));
}

/**
 * Returns the constants that instructions use, or may use, as addresses: a computed address is moved to a register
 * first.
 */
function addressesOf(step: Instruction): number[] {
  if (step.op === 'move') return typeof step.value === 'number' ? [step.value] : [];
  return 'address' in step && typeof step.address === 'number' ? [step.address] : [];
}

/** Translates the whole thread, and the thread up to each of its waits. */
function translations(list: readonly Instruction[], thread: number): TranslatedThread[] {
  const ways: TranslatedThread[] = [];
  const done: AxiomaticInstruction[] = [];
  for (const [i, step] of list.entries()) {
    const rest = list.slice(i + 1);
    if (step.op === 'load' && step.until !== undefined) {
      const attempt: AxiomaticInstruction = { ...loadOf(step), to: 'waits' };
      const waiting = { address: step.address as number, ...step.until, reads: true };
      ways.push({ instructions: [...done, attempt], waiting });
    } else if (step.op === 'lock') {
      const waiting = { address: step.address as number, compare: '==', value: 0, reads: false } as const;
      ways.push({ instructions: [...done], waiting });
    }
    done.push(...translate(step, rest, thread));
  }
  return [...ways, { instructions: done, waiting: undefined }];
}

function translate(step: Instruction, rest: readonly Instruction[], thread: number): AxiomaticInstruction[] {
  switch (step.op) {
    case 'load': {
      if (step.until === undefined) return [loadOf(step)];
      const { compare, value } = step.until;
      return [
        loadOf(step),
        { op: 'assume', condition: { op: operator(compare), left: register(step.to), right: value } },
      ];
    }
    case 'store': {
      const { address, value, order = 'relaxed' } = step;
      return [{ op: 'store', address: operand(address), value: operand(value), order }];
    }
    case 'rmw': {
      const { fn, order = 'seq_cst', failureOrder = 'seq_cst', expected = 0 } = step;
      const operands = { to: registerName(step.to), address: operand(step.address), value: operand(step.value), order };
      if (fn === 'cas') return [{ op: 'compare-exchange', ...operands, expected: operand(expected), failureOrder }];
      if (!(fn in FUNCTIONS)) throw new Error(`the axioms do not support ${fn}`);
      return [{ op: 'rmw', fn: FUNCTIONS[fn as keyof typeof FUNCTIONS], ...operands }];
    }
    case 'fence':
      if (step.order === 'plain' || step.order === 'relaxed') throw new Error('such a fence is not an event');
      return [{ op: 'fence', fence: step.order }];
    case 'move':
      return [{ op: 'assign', to: registerName(step.to), value: operand(step.value) }];
    case 'add':
      return [
        {
          op: 'assign',
          to: registerName(step.to),
          value: { op: '+', left: register(step.to), right: operand(step.value) },
        },
      ];
    case 'skip': {
      const condition = { op: operator(step.compare), left: operand(step.left), right: operand(step.right) };
      const jumped = rest.slice(0, step.count).flatMap((one) => translate(one, [], thread));
      return [{ op: 'skip', condition, count: jumped.length }];
    }
    case 'lock':
      return [
        { op: 'rmw', fn: 'exchange', to: 'held', address: operand(step.address), value: thread + 1, order: 'acquire' },
        { op: 'assume', condition: { op: '==', left: { register: 'held' }, right: 0 } },
      ];
    case 'unlock':
      return [{ op: 'rmw', fn: 'exchange', to: 'held', address: operand(step.address), value: 0, order: 'release' }];
    case 'spawn':
    case 'join':
      throw new Error('the axioms do not support threads that start others');
  }
}

function loadOf(step: Extract<Instruction, { op: 'load' }>): Extract<AxiomaticInstruction, { op: 'load' }> {
  return { op: 'load', to: registerName(step.to), address: operand(step.address), order: step.order ?? 'relaxed' };
}

/** Returns the name of a register in the axiomatic program. */
export function registerName(number: number): string {
  return `r${number}`;
}

function register(number: number): Value {
  return { register: registerName(number) };
}

function operand(value: Operand): Value {
  return typeof value === 'number' ? value : register(value.register);
}

function operator(compare: Comparison): Operator {
  return compare;
}
