import { LOAD, ORDER_BITS } from '@fencepost/core';
import type { Departure } from '../monitor/findings.js';
import type { RecordedNames } from '../run.js';
import type { FoundCycle } from './cycle-search.js';
import type { RecordedEvent } from './recorded-event.js';
import { writes } from './recorded-event.js';

/** Maximum size of an object whose address was read. */
const MOST_BYTES = 4096n;

/**
 * A probable dependency of the operation of a departure: its address, or the value that it stores, comes from a load by
 * which the thread came after the write. ARMv8 keeps the order of the two if the compiler keeps the dependency.
 */
export interface Dependency {
  readonly kind: 'address' | 'data';
  /** The site of the load. */
  readonly site: number;
}

/** Infers the dependency from the recorded values. Recordings have no registers, so it is only probable. */
export function dependencyOf(
  { segments, events: members }: FoundCycle,
  events: readonly RecordedEvent[],
  departure: Departure,
  names: RecordedNames,
): Dependency | undefined {
  const operation = events.find(({ event }) => event === departure.event)!;
  const entry = segments.find(({ to }) => to === departure.event)?.from;
  const load = events.find(({ event, kind }) => event === entry && kind === 'load');
  const source = members.find(({ event }) => event === entry)?.source;
  const read = events.find((each) => each.event === source && writes(each))?.value;
  if (load === undefined || read === undefined || load.code >> ORDER_BITS !== LOAD) return undefined;
  const value = BigInt.asUintN(64, read);
  // Small numbers are no addresses.
  if (value < MOST_BYTES) return undefined;
  const address = names.addressOf?.(operation.place);
  const offset = address === undefined ? -1n : BigInt(address) - value;
  if (offset >= 0n && offset < MOST_BYTES) return { kind: 'address', site: load.site };
  return operation.kind === 'store' && BigInt.asUintN(64, operation.value) === value
    ? { kind: 'data', site: load.site }
    : undefined;
}
