import type { X86Test } from '@fencepost/litmus';
import { evaluate, formatObservable } from '@fencepost/litmus';
import type { Event, Fence, Step } from './events.js';
import { stepsOf } from './events.js';

// SC, TSO and PSO as axioms, after herd7's cat files: enumerate every reads-from and every coherence order, and keep the
// candidates without forbidden cycles. It shares nothing with the explorers, and is as slow as it is simple.

export type AxiomaticModel = 'sc' | 'tso' | 'pso';

export interface Answer {
  readonly witnesses: number;
  readonly executions: number;
  readonly states: readonly string[];
}

/** The initial write of a location, in `readsFrom`. */
const INITIAL = -1;

interface Candidate {
  /** For each event that reads: the index of the write, or `INITIAL`. */
  readonly readsFrom: readonly number[];
  /** By address: indices of writes, oldest first. */
  readonly coherence: ReadonlyMap<number, readonly number[]>;
}

type Edge = readonly [from: number, to: number];

/** What herd7 would answer for the test. */
export function answerOf(test: X86Test, model: AxiomaticModel): Answer {
  const steps = stepsOf(test);
  const events = steps.flat().flatMap(({ reads, writes }) => [reads, writes].filter((event) => event !== undefined));
  const fences = steps.flat().flatMap(({ fence }) => fence ?? []);
  const preserved = pairs(events).filter(([a, b]) => isPreserved(events[a]!, events[b]!, fences, model));
  const sameLocation = pairs(events).filter(([a, b]) => events[a]!.address === events[b]!.address);
  const states = new Set<string>();
  let [witnesses, executions] = [0, 0];
  for (const candidate of candidates(events)) {
    const fromReads = fromReadsOf(events, candidate);
    const coherence = [...candidate.coherence.values()].flatMap(consecutive);
    const readsFrom = candidate.readsFrom.flatMap((write, read): Edge[] => (write >= 0 ? [[write, read]] : []));
    const external = readsFrom.filter(([a, b]) => events[a]!.thread !== events[b]!.thread);
    const communication = [...coherence, ...fromReads];
    if (!isAcyclic(events.length, [...sameLocation, ...readsFrom, ...communication])) continue;
    if (!isAcyclic(events.length, [...preserved, ...external, ...communication])) continue;
    if (!areAtomic(events, candidate)) continue;
    const valueOf = finalValues(test, steps, events, candidate);
    executions++;
    if (evaluate(test.proposition, valueOf)) witnesses++;
    states.add(test.observed.map((item) => `${formatObservable(item)}=${valueOf(item)};`).join(' '));
  }
  return { witnesses, executions, states: [...states].sort() };
}

/** Pairs in program order. */
function pairs(events: readonly Event[]): Edge[] {
  return events.flatMap((a, i) => events.flatMap((b, j): Edge[] => (i < j && a.thread === b.thread ? [[i, j]] : [])));
}

function isPreserved(a: Event, b: Event, fences: readonly Fence[], model: AxiomaticModel): boolean {
  if (model === 'sc' || a.isAtomic || b.isAtomic) return true;
  const between = fences.filter(
    ({ thread, position }) => thread === a.thread && a.position < position && position < b.position,
  );
  if (between.some(({ full }) => full)) return true;
  if (!a.isWrite) return true;
  return b.isWrite && (model === 'tso' || between.length > 0);
}

function* candidates(events: readonly Event[]): Generator<Candidate> {
  const writes = new Map<number, number[]>();
  events.forEach(({ isWrite, address }, i) => {
    if (isWrite) writes.set(address, [...(writes.get(address) ?? []), i]);
  });
  const sources = events.map(({ isWrite, address }) =>
    isWrite ? [INITIAL] : [INITIAL, ...(writes.get(address) ?? [])],
  );
  const orders = [...writes].map(([address, all]) => permutations(all).map((order) => [address, order] as const));
  for (const readsFrom of product(sources)) {
    for (const coherence of product(orders)) yield { readsFrom, coherence: new Map(coherence) };
  }
}

function fromReadsOf(events: readonly Event[], { readsFrom, coherence }: Candidate): Edge[] {
  return events.flatMap(({ isWrite, address }, read): Edge[] => {
    const order = coherence.get(address);
    const next = isWrite ? undefined : order?.[order.indexOf(readsFrom[read]!) + 1];
    return next === undefined || isSameInstruction(events[read]!, events[next]!) ? [] : [[read, next]];
  });
}

/** Nothing comes between the halves of a read-modify-write. */
function areAtomic(events: readonly Event[], { readsFrom, coherence }: Candidate): boolean {
  return events.every((event, write) => {
    if (!event.isWrite || !event.isAtomic) return true;
    const order = coherence.get(event.address)!;
    const read = events.findIndex((other) => !other.isWrite && isSameInstruction(other, event));
    return (order[order.indexOf(write) - 1] ?? INITIAL) === readsFrom[read];
  });
}

function isSameInstruction(a: Event, b: Event): boolean {
  return a.thread === b.thread && a.position === b.position;
}

type Observable = X86Test['observed'][number];

/** Values settle after as many rounds as there are events, since reads-from and program order have no cycle. */
function finalValues(
  test: X86Test,
  steps: readonly (readonly Step[])[],
  events: readonly Event[],
  { readsFrom, coherence }: Candidate,
): (item: Observable) => number {
  const initial = new Map(test.variables.map(({ address, initial }) => [address, Number(initial)]));
  const written = events.map(() => 0);
  const registers = test.threads.map((thread) => thread.registers.slice());
  for (let round = 0; round <= events.length; round++) {
    steps.forEach((thread, t) => {
      const mine = (registers[t] = test.threads[t]!.registers.slice());
      for (const { reads, writes, register, value } of thread) {
        const source = reads && readsFrom[events.indexOf(reads)]!;
        const read = source === undefined ? 0 : source === INITIAL ? initial.get(reads!.address)! : written[source]!;
        const computed = value?.(mine, read);
        if (writes) written[events.indexOf(writes)] = computed!;
        if (register !== undefined) mine[register] = reads ? read : computed!;
      }
    });
  }
  return (item) => {
    if (item.kind === 'register') return registers[item.thread]![item.register.index] ?? 0;
    const last = coherence.get(item.address)?.at(-1);
    return last === undefined ? initial.get(item.address)! : written[last]!;
  };
}

function isAcyclic(count: number, edges: readonly Edge[]): boolean {
  const left = new Set(Array.from({ length: count }, (_, i) => i));
  for (;;) {
    const sources = [...left].filter((event) => !edges.some(([from, to]) => to === event && left.has(from)));
    if (sources.length === 0) return left.size === 0;
    for (const event of sources) left.delete(event);
  }
}

function consecutive(order: readonly number[]): Edge[] {
  return order.slice(1).map((write, i) => [order[i]!, write]);
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((one) => list.map((item) => [...one, item])), [[]]);
}
