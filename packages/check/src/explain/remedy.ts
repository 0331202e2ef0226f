import { isRace, violatedAxiom } from '@fencepost/axioms';
import type { Edge, ModelName, Trace } from '@fencepost/core';
import { hasDataRaces, modelNamed, orderOf, prefixFor } from '@fencepost/core';
import type { Fix, MissingOrder } from '@fencepost/report';
import type { Change } from './order-changes.js';
import { asChanges, fences, releasesAndAcquires, sequential, weaker } from './order-changes.js';

/** Like `Remedy`, with events of the trace. */
export interface FoundRemedy {
  readonly missing: readonly MissingOrder[];
  readonly fixes: readonly { readonly effect: Fix['effect']; readonly changes: readonly Change[] }[];
}

/** Maximum length of a trace for which changes are searched. Judging a trace takes time cubic in its length. */
const MOST_EVENTS = 500;

/**
 * Finds what makes an execution possible that is not SC. Fixes are not guessed: the axioms decide whether the execution
 * is still allowed after the change.
 */
export function remedyForCycle(trace: Trace, model: ModelName, cycle: readonly Edge[]): FoundRemedy | undefined {
  if (cycle.length === 0) return undefined;
  const on = cycle.map(({ from }) => from);
  // Consistency is prefix-closed: a change that forbids a part forbids the execution.
  const part = new Part(trace, on);
  const pairs = cycle.flatMap(({ from, to, kind }) => (kind === 'program order' ? [[from, to] as const] : []));
  const forbids: IsEnough = (changes) => violatedAxiom(part.trace, model, asChanges(changes)) !== undefined;
  const { trace: within } = part;
  const orders = [releasesAndAcquires(within, part.of(on)), sequential(within, part.of(on))];
  const between = fences(
    within,
    pairs.map((pair) => part.of(pair) as [number, number]),
  );
  const fixes = part.isSmall ? smallest(within, model, forbids, orders, between) : [];
  const found = fixes.map((changes) => ({ effect: 'forbids' as const, changes: part.back(changes) }));
  return { missing: missingOrders(trace, model, cycle, found[0]?.changes), fixes: found };
}

/** Finds changes that would order two racing accesses; undefined if no order of other accesses does. */
export function remedyForRace(
  trace: Trace,
  model: ModelName,
  race: readonly [number, number],
): FoundRemedy | undefined {
  const part = new Part(trace, race);
  const pair = part.of(race) as [number, number];
  const orders: IsEnough = (changes) => !isRace(part.trace, model, pair, asChanges(changes));
  const { trace: within } = part;
  const all = within.events.map((_, i) => i);
  const changes = [releasesAndAcquires(within, all), sequential(within, all)];
  const fixes = part.isSmall ? smallest(within, model, orders, changes, []) : [];
  if (fixes.length === 0) return undefined;
  return { missing: [], fixes: fixes.map((changes) => ({ effect: 'orders', changes: part.back(changes) })) };
}

/** The part of a trace that some of its events depend on. */
class Part {
  readonly trace: Trace;
  private readonly whole: Trace;
  private readonly inPart: ReadonlyMap<string, number>;
  private readonly inWhole: ReadonlyMap<string, number>;

  constructor(whole: Trace, events: readonly number[]) {
    this.whole = whole;
    this.trace = prefixFor(whole, events);
    this.inPart = indexOf(this.trace);
    this.inWhole = indexOf(whole);
  }

  get isSmall(): boolean {
    return this.trace.events.length <= MOST_EVENTS;
  }

  /** Converts events of the whole to events of the part. */
  of(events: readonly number[]): number[] {
    return events.map((event) => this.inPart.get(nameOf(this.whole, event))!);
  }

  /** Converts changes of the part to changes of the whole. */
  back(changes: readonly Change[]): Change[] {
    const back = (event: number): number => this.inWhole.get(nameOf(this.trace, event))!;
    return changes.map(({ event, events, fenceAfter, order }) => ({
      ...{ event: back(event), events: events.map(back), order },
      ...(fenceAfter !== undefined && { fenceAfter: back(fenceAfter) }),
    }));
  }
}

function nameOf({ events }: Trace, event: number): string {
  const { thread, position } = events[event]!;
  return `${thread} ${position}`;
}

function indexOf(trace: Trace): Map<string, number> {
  return new Map(trace.events.map((_, i) => [nameOf(trace, i), i]));
}

/** Decides whether a set of changes is sufficient. */
type IsEnough = (changes: readonly Change[]) => boolean;

/**
 * Takes the first changes of orders that are sufficient, and returns a smallest sufficient part with orders as weak as
 * possible. Does the same for fences, if these are fewer.
 */
function smallest(
  trace: Trace,
  model: ModelName,
  isEnough: IsEnough,
  orders: readonly (readonly Change[])[],
  between: readonly Change[],
): Change[][] {
  const reduced = (all: readonly Change[]): Change[] => weakened(trace, model, needed(all, isEnough), isEnough);
  const isSolution = (all: readonly Change[]): boolean => all.length > 0 && isEnough(all);
  const found = orders.find(isSolution);
  const changes = found && reduced(found);
  const mayBeFewer = changes === undefined || changes.length > 1;
  const fenced = mayBeFewer && isSolution(between) ? reduced(between) : undefined;
  if (changes === undefined) return fenced === undefined ? [] : [fenced];
  return fenced !== undefined && fenced.length < changes.length ? [changes, fenced] : [changes];
}

function needed(all: readonly Change[], isEnough: IsEnough): Change[] {
  let kept = [...all];
  for (const change of all) {
    const without = kept.filter((each) => each !== change);
    if (without.length > 0 && isEnough(without)) kept = without;
  }
  return kept;
}

/**
 * Weakens orders as far as possible. On a machine, weaker orders may have the effect of seq_cst: a release fence may be
 * a full barrier there. The language does not guarantee that.
 */
function weakened(trace: Trace, model: ModelName, changes: readonly Change[], isEnough: IsEnough): Change[] {
  const isOfLanguage = hasDataRaces(modelNamed(model));
  let kept = [...changes];
  changes.forEach((change, i) => {
    if (change.order === 'seq_cst' && !isOfLanguage) return;
    const weak = weaker(trace, change)
      .map((order) => kept.with(i, { ...change, order }))
      .find(isEnough);
    kept = weak ?? kept;
  });
  return kept;
}

/** Returns the edges of the cycle that the fix makes the model preserve; without a fix, all edges that it might. */
function missingOrders(
  trace: Trace,
  model: ModelName,
  cycle: readonly Edge[],
  fix: readonly Change[] | undefined,
): MissingOrder[] {
  const { events } = trace;
  const isChanged = (event: number): boolean =>
    fix === undefined || fix.some((change) => change.events.includes(event));
  const changed = cycle.filter(({ from, to }) => isChanged(from) || isChanged(to));
  const synchronising = changed.filter(
    ({ from, to, kind }) => kind === 'reads-from' && events[from]!.thread !== events[to]!.thread,
  );
  // If seq_cst is needed, synchronisation would not be enough. (In JavaScript, plain accesses can only become seq_cst.)
  const isPlain = (event: number): boolean => orderOf(trace.states, events[event]!) === 'plain';
  const isSynchronisation = fix === undefined || fix.every(({ event, order }) => order !== 'seq_cst' || isPlain(event));
  const isSynchronised = hasDataRaces(modelNamed(model)) && isSynchronisation && synchronising.length > 0;
  const edges = isSynchronised ? synchronising : changed.filter(({ kind }) => kind === 'program order');
  const kind = isSynchronised ? 'synchronisation' : 'program order';
  return edges.map(({ from, to }) => ({ kind, first: from, second: to }));
}
