import { coherentSources } from '../executions/choices.js';
import { INITIAL_THREAD } from '../executions/event.js';
import type { SizedModel } from './model.js';
import type { SizedSkeleton } from './skeleton.js';

/** The choices made for a piece: its writes in coherence order, and the write that each part reads. */
export interface PieceChoice {
  readonly order: readonly number[];
  readonly sources: readonly (readonly [read: number, write: number])[];
  /** Edges it adds to the order of the model, to po ∪ rf, and to the order of units under SC, as consecutive pairs. */
  readonly edges: Int32Array;
  readonly reads: Int32Array;
  readonly sequential: Int32Array;
  /** Whether no write comes between the two halves of a read-modify-write. Always so for writes of other threads. */
  readonly isAtomic: boolean;
}

/** Returns the choices for a piece that agree with program order there, and that do not tear an atomic. */
export function pieceChoices(skeleton: SizedSkeleton, piece: number, model: SizedModel): PieceChoice[] {
  const { parts } = skeleton;
  const here = [...parts.keys()].filter((e) => parts[e]!.address === piece);
  const writers = [...new Set(here.map((e) => parts[e]!.thread))].filter((thread) => thread !== INITIAL_THREAD);
  const orders = interleavings(
    writers.map((thread) => here.filter((e) => parts[e]!.writes && parts[e]!.thread === thread)),
  ).map((rest) => [piece, ...rest]);
  return orders.flatMap((order) =>
    coherentSources({ events: parts }, here, order).flatMap((sources) => {
      const halves = skeleton.rmw.filter(([read, write]) => parts[read]!.address === piece && order.includes(write));
      const between = halves.flatMap(([read, write]) => {
        const source = sources.find(([each]) => each === read)![1];
        return order.slice(order.indexOf(source) + 1, order.indexOf(write)).map((other) => [read, other] as const);
      });
      const torn = between.some(([read, other]) => parts[other]!.thread !== parts[read]!.thread);
      if (torn || (model.isSequential && between.length > 0)) return [];
      return [withEdges(skeleton, model, { order, sources, isAtomic: between.length === 0 })];
    }),
  );
}

function withEdges(
  skeleton: SizedSkeleton,
  model: SizedModel,
  choice: Pick<PieceChoice, 'order' | 'sources' | 'isAtomic'>,
): PieceChoice {
  const { parts } = skeleton;
  const { order, sources } = choice;
  const communication: [from: number, to: number][] = [];
  order.forEach((a, i) => order.slice(i + 1).forEach((b) => communication.push([a, b])));
  for (const [read, write] of sources) {
    communication.push([write, read]);
    for (const later of order.slice(order.indexOf(write) + 1)) communication.push([read, later]);
  }
  const sequential = Int32Array.from(communication.flatMap(([a, b]) => [parts[a]!.unit, parts[b]!.unit]));
  return {
    ...choice,
    edges: model.isSequential ? sequential : Int32Array.from(observations(skeleton, communication)),
    reads: Int32Array.from(sources.flatMap(([read, write]) => [write, read])),
    sequential,
  };
}

/** Returns obs ; si: what threads observe of each other, they observe as a whole. With it, haz. */
function observations(
  { parts, together, execution }: SizedSkeleton,
  communication: readonly (readonly [number, number])[],
): number[] {
  const edges: number[] = [];
  for (const [a, b] of communication) {
    if (parts[a]!.thread === parts[b]!.thread) continue;
    const before = [a];
    // If a load does not see a write, nor does an earlier load of some of the same bytes come after that write.
    if (parts[a]!.reads) {
      for (const part of together[a]!) {
        before.push(...[...parts.keys()].filter((e) => isReadOf(e, parts[part]!.address) && execution.po.has(e, part)));
      }
    }
    for (const each of before) for (const whole of together[b]!) edges.push(each, whole);
  }
  return edges;

  function isReadOf(e: number, piece: number | undefined): boolean {
    return parts[e]!.reads && parts[e]!.address === piece;
  }
}

/** Returns the orders of all items that keep the order within each list. */
function interleavings(lists: readonly (readonly number[])[]): number[][] {
  const open = lists.filter(({ length }) => length > 0);
  if (open.length === 0) return [[]];
  return open.flatMap((list) =>
    interleavings(open.map((each) => (each === list ? each.slice(1) : each))).map((rest) => [list[0]!, ...rest]),
  );
}
