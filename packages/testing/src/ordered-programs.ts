import type { Comparison, Instruction, InstructionProgram, MemoryOrder, Operand } from '@fencepost/core';
import * as fc from 'fast-check';
import type { RandomProgramOptions } from './random-programs.js';
import { MUTEXES, programOf, withinBudget } from './rendered-program.js';

// Random programs for models of languages: every memory order, plain accesses, both orders of a compare-and-swap. They
// are restricted to what an axiomatic enumerator supports (to-axioms.ts): no spawns, mutexes only used correctly, and
// computed addresses that are one of two variables. The pieces below are rendered to instructions.

/** Sizes for which the enumerator takes a few milliseconds. */
export const ENUMERABLE_PROGRAMS: readonly RandomProgramOptions[] = [
  { threads: 2, operations: 7 },
  { threads: 3, operations: 6 },
  { threads: 4, operations: 6 },
];

/** Memory orders that accesses may have. */
export type Orders =
  | 'all'
  /** Plain and seq_cst accesses. Without a data race, such a program has SC executions only. */
  | 'plain and seq_cst';

/** A constant, or the last value read. An address is then x or y. */
type Source = number | 'last';

type Access =
  | { readonly piece: 'load'; readonly address: Source; readonly order: MemoryOrder }
  | { readonly piece: 'store'; readonly address: Source; readonly value: Source; readonly order: MemoryOrder }
  | {
      readonly piece: 'rmw';
      readonly fn: 'exchange' | 'add' | 'sub' | 'or' | 'xor' | 'and' | 'cas';
      readonly address: Source;
      readonly expected: number;
      readonly value: Source;
      readonly order: MemoryOrder;
      readonly failureOrder: MemoryOrder;
    }
  | { readonly piece: 'fence'; readonly order: MemoryOrder };

type Piece =
  /** First and simplest: a thread shrinks when its pieces become nothing. */
  | { readonly piece: 'nothing' }
  | Access
  | {
      readonly piece: 'await';
      readonly address: number;
      readonly compare: Comparison;
      readonly value: number;
      readonly order: MemoryOrder;
    }
  | { readonly piece: 'if'; readonly compare: '==' | '!='; readonly value: number; readonly then: readonly Access[] }
  | {
      readonly piece: 'locked';
      readonly mutex: number;
      readonly released: boolean;
      readonly body: readonly Access[];
    };

const address = fc.integer({ min: 0, max: 2 });
const value = fc.integer({ min: 0, max: 2 });
const orLast = (constant: fc.Arbitrary<number>, weight: number): fc.Arbitrary<Source> =>
  fc.oneof({ arbitrary: constant, weight }, { arbitrary: fc.constant('last' as const), weight: 1 });
const oneOf = (...orders: MemoryOrder[]): fc.Arbitrary<MemoryOrder> => fc.constantFrom(...orders);

interface OrderChoices {
  readonly load: fc.Arbitrary<MemoryOrder>;
  readonly store: fc.Arbitrary<MemoryOrder>;
  readonly rmw: fc.Arbitrary<MemoryOrder>;
  readonly failure: fc.Arbitrary<MemoryOrder>;
  readonly fence: fc.Arbitrary<MemoryOrder>;
}

const CHOICES: Readonly<Record<Orders, OrderChoices>> = {
  all: {
    load: oneOf('relaxed', 'relaxed', 'plain', 'acquire', 'acquire', 'seq_cst', 'seq_cst'),
    store: oneOf('relaxed', 'relaxed', 'plain', 'release', 'release', 'seq_cst', 'seq_cst'),
    rmw: oneOf('relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'),
    failure: oneOf('relaxed', 'acquire', 'seq_cst'),
    fence: oneOf('seq_cst', 'seq_cst', 'release', 'acquire', 'acq_rel'),
  },
  'plain and seq_cst': {
    load: oneOf('seq_cst', 'seq_cst', 'seq_cst', 'plain'),
    store: oneOf('seq_cst', 'seq_cst', 'seq_cst', 'plain'),
    rmw: oneOf('seq_cst'),
    failure: oneOf('seq_cst'),
    fence: oneOf('seq_cst'),
  },
};

function accessesOf(orders: OrderChoices): fc.Arbitrary<Access> {
  const loads = fc.record({ piece: fc.constant('load' as const), address: orLast(address, 9), order: orders.load });
  const stores = fc.record({
    piece: fc.constant('store' as const),
    address: orLast(address, 9),
    value: orLast(value, 4),
    order: orders.store,
  });
  const rmws = fc.record({
    piece: fc.constant('rmw' as const),
    fn: fc.constantFrom('exchange', 'add', 'cas', 'cas', 'cas', 'sub', 'or', 'xor', 'and'),
    address: orLast(address, 9),
    expected: value,
    value: orLast(value, 4),
    order: orders.rmw,
    failureOrder: orders.failure,
  });
  const fences = fc.record({ piece: fc.constant('fence' as const), order: orders.fence });
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: loads, weight: 8 },
    { arbitrary: stores, weight: 8 },
    { arbitrary: rmws, weight: 4 },
    { arbitrary: fences, weight: 3 },
  );
}

function piecesOf(orders: OrderChoices): fc.Arbitrary<Piece> {
  const accesses = accessesOf(orders);
  const awaits = fc.record({
    piece: fc.constant('await' as const),
    address,
    compare: fc.constantFrom('!=' as const, '==' as const, '>=' as const),
    value,
    order: orders.load,
  });
  const ifs = fc.record({
    piece: fc.constant('if' as const),
    compare: fc.constantFrom('==' as const, '!=' as const),
    value,
    then: fc.array(accesses, { minLength: 1, maxLength: 2 }),
  });
  const locks = fc.record({
    piece: fc.constant('locked' as const),
    mutex: fc.constantFrom(0, 0, 1),
    released: fc.constantFrom(true, true, true, true, false),
    body: fc.array(accesses, { maxLength: 2 }),
  });
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.record({ piece: fc.constant('nothing' as const) }), weight: 3 },
    { arbitrary: accesses, weight: 30 },
    { arbitrary: awaits, weight: 2 },
    { arbitrary: ifs, weight: 3 },
    { arbitrary: locks, weight: 2 },
  );
}

/** A program that `toAxioms` can translate. */
export function orderedProgram(
  { threads, operations }: RandomProgramOptions,
  orders: Orders = 'all',
): fc.Arbitrary<InstructionProgram> {
  const slots = Math.ceil(operations / threads) + 1;
  const thread = fc.array(piecesOf(CHOICES[orders]), { minLength: slots, maxLength: slots });
  return fc
    .record({
      addresses: fc.constantFrom(2, 2, 3, 3, 1),
      memory: fc.constantFrom<number[]>([0, 0, 0], [0, 0, 0], [0, 1, 2]),
      threads: fc.array(thread, { minLength: threads, maxLength: threads }),
    })
    .map(({ addresses, memory, threads: lists }) => {
      const kept = withinBudget(lists, operations, operationsOf);
      return programOf(
        kept.map((list) => new ThreadRenderer(addresses).render(list)),
        memory,
      );
    });
}

function operationsOf(piece: Piece): number {
  if (piece.piece === 'nothing') return 0;
  if (piece.piece === 'if') return piece.then.length;
  return piece.piece === 'locked' ? 2 + piece.body.length : 1;
}

class ThreadRenderer {
  private readonly instructions: Instruction[] = [];
  private registers = 0;
  private last = 0;
  private readonly held = new Set<number>();
  /** Constant addresses are taken modulo this. */
  private readonly addresses: number;

  constructor(addresses: number) {
    this.addresses = addresses;
  }

  render(list: readonly Piece[]): Instruction[] {
    for (const piece of list) this.add(piece);
    return this.instructions;
  }

  private add(piece: Piece): void {
    const { instructions } = this;
    switch (piece.piece) {
      case 'nothing':
        return;
      case 'fence':
        instructions.push({ op: 'fence', order: piece.order });
        return;
      case 'load': {
        const place = this.address(piece.address);
        instructions.push({ op: 'load', address: place, order: piece.order, to: this.result() });
        return;
      }
      case 'store': {
        const place = this.address(piece.address);
        instructions.push({ op: 'store', address: place, value: this.operand(piece.value), order: piece.order });
        return;
      }
      case 'rmw': {
        const { fn, expected, order, failureOrder } = piece;
        const operands = { address: this.address(piece.address), value: this.operand(piece.value) };
        const cas = fn === 'cas' ? { expected, failureOrder } : {};
        instructions.push({ op: 'rmw', fn, ...operands, ...cas, order, to: this.result() });
        return;
      }
      case 'await': {
        const { compare, value: awaited, order } = piece;
        const until = { compare, value: awaited };
        instructions.push({ op: 'load', address: piece.address % this.addresses, order, to: this.result(), until });
        return;
      }
      case 'if': {
        const at = instructions.length;
        const left = this.operand('last');
        for (const access of piece.then) this.add(access);
        const compare = piece.compare === '==' ? '!=' : '==';
        const count = instructions.length - at;
        instructions.splice(at, 0, { op: 'skip', left, compare, right: piece.value, count });
        return;
      }
      case 'locked': {
        const mutex = MUTEXES[piece.mutex]!;
        // A mutex that the thread never releases is not taken again.
        if (this.held.has(mutex)) return;
        instructions.push({ op: 'lock', address: mutex });
        for (const access of piece.body) this.add(access);
        if (piece.released) instructions.push({ op: 'unlock', address: mutex });
        else this.held.add(mutex);
      }
    }
  }

  private result(): number {
    return (this.last = this.registers++);
  }

  /** A register that was never written holds 0. */
  private operand(source: Source): Operand {
    return source === 'last' ? { register: this.last } : source;
  }

  /** Returns y if the last value read is 1, else x. */
  private address(source: Source): Operand {
    if (source !== 'last') return source % this.addresses;
    const left = this.operand('last');
    const register = this.registers++;
    this.instructions.push(
      { op: 'move', to: register, value: 0 },
      { op: 'skip', left, compare: '!=', right: 1, count: 1 },
      { op: 'move', to: register, value: 1 % this.addresses },
    );
    return { register };
  }
}
