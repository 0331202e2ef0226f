import { combinations } from '../executions/combinations.js';
import { Relation } from '../relations/relation.js';
import type { PieceChoice } from './choices.js';
import { pieceChoices } from './choices.js';
import type { SizedModel } from './model.js';
import { Order } from './order.js';
import type { SizedProgram } from './program.js';
import { SizedSkeleton } from './skeleton.js';
import { SizedValues } from './values.js';
import type { SizedPath } from './walk.js';
import { sizedPathsOf } from './walk.js';
import { lowest } from './words.js';

/** An execution of a program whose accesses differ in size, with its final values. */
export class SizedExecution {
  private readonly skeleton: SizedSkeleton;
  private readonly chosen: readonly PieceChoice[];
  private readonly values: SizedValues;
  private readonly units: Order;

  /** `units` is the order that all executions of the skeleton have under SC. */
  constructor(skeleton: SizedSkeleton, chosen: readonly PieceChoice[], values: SizedValues, units: Order) {
    this.skeleton = skeleton;
    this.chosen = chosen;
    this.values = values;
    this.units = units;
  }

  finalRegister(thread: number, name: string): bigint {
    const { values, first } = this.skeleton.registers[thread]!;
    const value = values.get(name);
    return value === undefined ? 0n : this.values.of(value, first)!;
  }

  /** Returns the final value of some bytes at the start of a variable. */
  finalMemory(address: number, size: number): bigint {
    let value = 0n;
    this.skeleton.pieces.forEach(({ start, variable }, piece) => {
      if (variable.address !== address) return;
      value |= this.values.ofPart(this.chosen[piece]!.order.at(-1)!)! << BigInt(8 * (start - address));
    });
    return lowest(size, value);
  }

  /** Whether it is an execution of SC. */
  isSequential(): boolean {
    const order = this.units.clone();
    return this.chosen.every(({ sequential, isAtomic }) => isAtomic && order.addAll(sequential));
  }
}

/**
 * Yields every execution of the program that the model accepts, each once. An access is divided into parts at the ends
 * of all accesses. Each piece of memory has its own coherence order, and each part of a read its own source. The order
 * of the model grows with the choices of one piece after the other, and choices that close a cycle are left out.
 */
export function* sizedExecutions(program: SizedProgram, model: SizedModel): Generator<SizedExecution> {
  const paths = program.threads.map((_, t) => sizedPathsOf(program, t));
  for (const taken of combinations(paths)) yield* executionsOf(program, taken, model);
}

function* executionsOf(
  program: SizedProgram,
  paths: readonly SizedPath[],
  model: SizedModel,
): Generator<SizedExecution> {
  const skeleton = new SizedSkeleton(program, paths);
  const { execution, si, pieces } = skeleton;
  const units = Order.of(unitOrder(skeleton))!;
  const local = model.isSequential ? units : Order.of(model.localOrder(execution, si));
  const reads = Order.of(execution.po)!;
  if (local === undefined) return;
  const size = execution.events.length;
  const scratch = new Order(size);
  const choices = pieces.map((_, piece) =>
    pieceChoices(skeleton, piece, model).filter(({ edges }) => {
      scratch.copy(local);
      return scratch.addAll(edges);
    }),
  );
  // The pieces with the fewest choices come first.
  const turns = [...pieces.keys()].sort((a, b) => choices[a]!.length - choices[b]!.length);
  const orders = [local, ...turns.map(() => new Order(size))];
  const readOrders = [reads, ...turns.map(() => new Order(size))];
  const chosen: PieceChoice[] = [];
  const sources: number[] = [];

  function* choose(depth: number): Generator<SizedExecution> {
    const piece = turns[depth];
    if (piece === undefined) {
      const values = SizedValues.of(skeleton, [...sources]);
      if (values === undefined) return;
      for (const { failure } of paths) if (failure !== undefined) throw failure;
      yield new SizedExecution(skeleton, [...chosen], values, units);
      return;
    }
    const [order, readOrder] = [orders[depth + 1]!, readOrders[depth + 1]!];
    for (const choice of choices[piece]!) {
      order.copy(orders[depth]!);
      if (!order.addAll(choice.edges)) continue;
      readOrder.copy(readOrders[depth]!);
      if (!model.loadBuffering && !model.isSequential && !readOrder.addAll(choice.reads)) continue;
      chosen[piece] = choice;
      for (const [read, write] of choice.sources) sources[read] = write;
      yield* choose(depth + 1);
    }
  }

  yield* choose(0);
}

/** Program order on atomic units. */
function unitOrder({ execution, parts }: SizedSkeleton): Relation {
  const pairs = execution.po.pairs().map(([a, b]) => [parts[a]!.unit, parts[b]!.unit] as const);
  return Relation.fromPairs(parts.length, pairs);
}
