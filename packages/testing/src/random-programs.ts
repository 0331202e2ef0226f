import type { Instruction, InstructionProgram, MemoryOrder, Operand } from '@fencepost/core';
import * as fc from 'fast-check';
import { MUTEXES, programOf, withinBudget } from './rendered-program.js';

/**
 * Random programs for comparing explorers: few addresses and values, so that threads interact; every kind of operation,
 * so that every rule of a model is exercised. The pieces below are rendered to instructions. A read goes to the
 * thread's next register, and later pieces depend on it through "the last value read".
 */
export interface RandomProgramOptions {
  readonly threads: number;
  /**
   * Maximum number of visible operations, including children of spawns. Locking and unlocking count as one: they
   * restrict more than they add.
   */
  readonly operations: number;
}

/** Sizes for which the oracle takes about 10 ms for SC, TSO and PSO together. */
export const SMALL_PROGRAMS: readonly RandomProgramOptions[] = [
  { threads: 2, operations: 9 },
  { threads: 3, operations: 7 },
  { threads: 4, operations: 6 },
];

/** Sizes for which the oracle takes two or three times as long, and rarely a second. */
export const LARGER_PROGRAMS: readonly RandomProgramOptions[] = [
  { threads: 2, operations: 11 },
  { threads: 3, operations: 8 },
  { threads: 4, operations: 7 },
];

const ADDRESSES = 3;
const MOST_PIECES_PER_THREAD = 5;
/** First register for handles. "The last value read" never refers to it: handles would be strange addresses. */
const HANDLES = 20;

/** An address or a value: a constant, or the last value read. Values are never negative, so both are always valid. */
type Source = number | 'last';

type Access =
  | { readonly piece: 'load'; readonly address: Source; readonly order: MemoryOrder }
  | { readonly piece: 'store'; readonly address: Source; readonly value: Source; readonly order: MemoryOrder }
  | {
      readonly piece: 'rmw';
      readonly fn: 'add' | 'exchange' | 'cas';
      readonly address: Source;
      readonly expected: number;
      readonly value: Source;
      readonly order: MemoryOrder;
    }
  | { readonly piece: 'fence'; readonly order: MemoryOrder };

type Piece =
  /** First and simplest: a thread shrinks when its pieces become nothing. */
  | { readonly piece: 'nothing' }
  | Access
  | {
      readonly piece: 'await';
      readonly address: number;
      readonly compare: '==' | '!=' | '>=';
      readonly value: number;
      readonly order: MemoryOrder;
    }
  | { readonly piece: 'if'; readonly compare: '==' | '!='; readonly value: number; readonly then: readonly Access[] }
  | { readonly piece: 'locked'; readonly mutex: number; readonly nested: boolean; readonly body: readonly Access[] }
  /**
   * Takes a mutex and never releases it, or releases one that is not held: the thread fails, or others wait forever.
   */
  | { readonly piece: 'lock' | 'unlock'; readonly mutex: number }
  /** Joins the static thread at this distance around the ring: never itself. */
  | { readonly piece: 'join'; readonly ahead: number }
  /** The child first starts the grandchild, if the grandchild has any operations. */
  | {
      readonly piece: 'spawn';
      readonly child: readonly Access[];
      readonly grandchild: readonly Access[];
      readonly joined: boolean;
    };

const address = fc.integer({ min: 0, max: ADDRESSES - 1 });
const value = fc.integer({ min: 0, max: 2 });
const anyMutex = fc.integer({ min: 0, max: MUTEXES.length - 1 });
const orLast = (constant: fc.Arbitrary<number>, weight: number): fc.Arbitrary<Source> =>
  fc.oneof({ arbitrary: constant, weight }, { arbitrary: fc.constant('last' as const), weight: 1 });
const loadOrder = fc.constantFrom<MemoryOrder>('relaxed', 'relaxed', 'relaxed', 'acquire', 'seq_cst');
const storeOrder = fc.constantFrom<MemoryOrder>('relaxed', 'relaxed', 'relaxed', 'relaxed', 'release', 'seq_cst');
const rmwOrder = fc.constantFrom<MemoryOrder>('relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst');
const fenceOrder = fc.constantFrom<MemoryOrder>('seq_cst', 'release', 'acquire', 'acq_rel');

const relaxed = fc.constant<MemoryOrder>('relaxed');
const relaxedLoads = fc.record({ piece: fc.constant('load' as const), address, order: relaxed });
const relaxedStores = fc.record({ piece: fc.constant('store' as const), address, value, order: relaxed });

const loads = fc.record({ piece: fc.constant('load' as const), address: orLast(address, 8), order: loadOrder });
const stores = fc.record({
  piece: fc.constant('store' as const),
  address: orLast(address, 8),
  value: orLast(value, 4),
  order: storeOrder,
});
const rmws = fc.record({
  piece: fc.constant('rmw' as const),
  fn: fc.constantFrom('exchange' as const, 'add' as const, 'cas' as const),
  address: orLast(address, 8),
  expected: value,
  value: orLast(value, 4),
  order: rmwOrder,
});
const fences = fc.record({ piece: fc.constant('fence' as const), order: fenceOrder });
const accesses: fc.Arbitrary<Access> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: loads, weight: 8 },
  { arbitrary: stores, weight: 9 },
  { arbitrary: rmws, weight: 3 },
  { arbitrary: fences, weight: 1 },
);
const body = (minLength: number): fc.Arbitrary<Access[]> => fc.array(accesses, { minLength, maxLength: 2 });

const nothing = fc.record({ piece: fc.constant('nothing' as const) });

/** Pieces that allow relaxed behaviour; all others order something. */
const plainPieces: fc.Arbitrary<Piece> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: nothing, weight: 4 },
  { arbitrary: relaxedLoads, weight: 12 },
  { arbitrary: relaxedStores, weight: 12 },
  { arbitrary: accesses, weight: 4 },
);

/** All pieces. */
const pieces = (lockedWeight: number): fc.Arbitrary<Piece> =>
  fc.oneof(
    { withCrossShrink: true },
    { arbitrary: nothing, weight: 6 },
    { arbitrary: accesses, weight: 40 },
    {
      arbitrary: fc.record({
        piece: fc.constant('await' as const),
        address,
        compare: fc.constantFrom('!=' as const, '==' as const, '>=' as const),
        value,
        order: loadOrder,
      }),
      weight: 2,
    },
    {
      arbitrary: fc.record({
        piece: fc.constant('if' as const),
        compare: fc.constantFrom('==' as const, '!=' as const),
        value,
        then: body(1),
      }),
      weight: 4,
    },
    {
      arbitrary: fc.record({
        piece: fc.constant('locked' as const),
        mutex: anyMutex,
        nested: fc.boolean(),
        body: body(0),
      }),
      weight: lockedWeight,
    },
    {
      arbitrary: fc.record({ piece: fc.constantFrom('lock' as const, 'unlock' as const), mutex: anyMutex }),
      weight: 1,
    },
    { arbitrary: fc.record({ piece: fc.constant('join' as const), ahead: fc.integer({ min: 1, max: 3 }) }), weight: 1 },
    {
      arbitrary: fc.record({
        piece: fc.constant('spawn' as const),
        child: body(1),
        grandchild: fc.array(accesses, { maxLength: 1 }),
        joined: fc.boolean(),
      }),
      weight: 2,
    },
  );

export function randomProgram({ threads, operations }: RandomProgramOptions): fc.Arbitrary<InstructionProgram> {
  const slots = Math.min(MOST_PIECES_PER_THREAD, Math.ceil(operations / threads) + 1);
  const threadsOf = (piece: fc.Arbitrary<Piece>): fc.Arbitrary<Piece[][]> => {
    const thread = fc.array(piece, { minLength: slots, maxLength: slots });
    return fc.array(thread, { minLength: threads, maxLength: threads });
  };
  return fc
    .record({
      addresses: fc.constantFrom(2, 2, 2, ADDRESSES, ADDRESSES, ADDRESSES, 1),
      memory: fc.tuple(value, value, value),
      threads: fc.oneof(
        { arbitrary: threadsOf(plainPieces), weight: 2 },
        { arbitrary: threadsOf(pieces(4)), weight: 2 },
        { arbitrary: threadsOf(pieces(40)), weight: 1 },
      ),
    })
    .map(({ addresses, memory, threads: lists }) => {
      const kept = withinBudget(lists, operations, operationsOf);
      const surroundings = { addresses, threads: kept.length };
      return programOf(
        kept.map((list, position) => renderThread(list, { ...surroundings, position })),
        memory,
      );
    });
}

function operationsOf(piece: Piece): number {
  switch (piece.piece) {
    case 'nothing':
      return 0;
    case 'if':
      return piece.then.length;
    case 'locked':
      return piece.body.length + (piece.nested ? 2 : 1);
    case 'spawn':
      return piece.child.length + 2 * piece.grandchild.length + (piece.joined ? 2 : 1);
    default:
      return 1;
  }
}

interface Surroundings {
  /** Constant addresses are taken modulo this. */
  readonly addresses: number;
  readonly position: number;
  readonly threads: number;
}

function renderThread(list: readonly Piece[], surroundings: Surroundings): Instruction[] {
  const thread = new ThreadRenderer(surroundings);
  for (const piece of list) thread.render(piece);
  return thread.instructions;
}

class ThreadRenderer {
  readonly instructions: Instruction[] = [];
  private registers = 0;
  private readonly surroundings: Surroundings;

  constructor(surroundings: Surroundings) {
    this.surroundings = surroundings;
  }

  render(piece: Piece): void {
    const { instructions } = this;
    switch (piece.piece) {
      case 'nothing':
        return;
      case 'load':
        instructions.push({
          op: 'load',
          address: this.address(piece.address),
          order: piece.order,
          to: this.registers++,
        });
        return;
      case 'store':
        instructions.push({
          op: 'store',
          address: this.address(piece.address),
          value: this.operand(piece.value),
          order: piece.order,
        });
        return;
      case 'rmw': {
        const operands = { address: this.address(piece.address), value: this.operand(piece.value) };
        const { fn, expected, order } = piece;
        instructions.push({ op: 'rmw', fn, ...operands, expected, order, to: this.registers++ });
        return;
      }
      case 'fence':
        instructions.push({ op: 'fence', order: piece.order });
        return;
      case 'await': {
        const { compare, value: awaited, order } = piece;
        const place = this.address(piece.address);
        instructions.push({
          op: 'load',
          address: place,
          order,
          to: this.registers++,
          until: { compare, value: awaited },
        });
        return;
      }
      case 'if': {
        const compare = piece.compare === '==' ? '!=' : '==';
        const count = piece.then.length;
        instructions.push({ op: 'skip', left: this.operand('last'), compare, right: piece.value, count });
        for (const access of piece.then) this.render(access);
        return;
      }
      case 'locked':
        this.renderLocked(piece);
        return;
      case 'lock':
      case 'unlock':
        instructions.push({ op: piece.piece, address: MUTEXES[piece.mutex]! });
        return;
      case 'join': {
        const { position, threads } = this.surroundings;
        instructions.push({ op: 'join', thread: (position + 1 + ((piece.ahead - 1) % (threads - 1))) % threads });
        return;
      }
      case 'spawn':
        this.renderSpawn(piece);
    }
  }

  private renderSpawn({ child, grandchild, joined }: Extract<Piece, { readonly piece: 'spawn' }>): void {
    const { instructions, surroundings } = this;
    const body = renderThread(child, surroundings);
    if (grandchild.length > 0) body.unshift({ op: 'spawn', to: HANDLES, body: renderThread(grandchild, surroundings) });
    const handle = HANDLES + instructions.length;
    instructions.push({ op: 'spawn', to: handle, body });
    if (joined) instructions.push({ op: 'join', thread: { register: handle } });
  }

  private renderLocked(piece: Extract<Piece, { readonly piece: 'locked' }>): void {
    const outer = MUTEXES[piece.mutex]!;
    const mutexes = piece.nested ? [outer, ...MUTEXES.filter((mutex) => mutex !== outer)] : [outer];
    for (const mutex of mutexes) this.instructions.push({ op: 'lock', address: mutex });
    for (const access of piece.body) this.render(access);
    for (const mutex of mutexes.reverse()) this.instructions.push({ op: 'unlock', address: mutex });
  }

  private address(source: Source): Operand {
    return source === 'last' ? this.operand(source) : source % this.surroundings.addresses;
  }

  /** A register that was never written holds 0. */
  private operand(source: Source): Operand {
    return source === 'last' ? { register: Math.max(0, this.registers - 1) } : source;
  }
}
