import type { MemoryOrder, Operation, Program, Site, Transition } from '@fencepost/core';
import {
  OBJECT,
  ORDER_BITS,
  STORE,
  childHandle,
  compareExchange,
  decodeWide,
  encodeWide,
  fence,
  join,
  load,
  orderInCode,
  ordersNothing,
  rmw,
  spawn,
  staticHandle,
  store,
  transform,
} from '@fencepost/core';
import type { RecordedNames } from '../run.js';
import type { RecordedEvent } from './recorded-event.js';
import { writes } from './recorded-event.js';

/** A program whose threads execute these events, whatever they read. */
export interface PartProgram {
  readonly program: Program;
  /** The handle of each thread of the recording that occurs. */
  readonly handles: ReadonlyMap<number, number>;
}

/** Returns the program of these events. Threads that no event starts exist from the start. */
export function programOfEvents(events: readonly RecordedEvent[], names: RecordedNames): PartProgram {
  const lists = new Map<number, RecordedEvent[]>();
  const listOf = (t: number): RecordedEvent[] => {
    const known = lists.get(t) ?? [];
    lists.set(t, known);
    return known;
  };
  for (const event of events) {
    listOf(event.thread).push(event);
    if (event.child >= 0) listOf(event.child);
  }
  const handles = handlesOf(events, lists);
  const places = [...new Set(events.filter(({ place }) => place >= 0).map(({ place }) => place))];
  const addresses = new Map(places.map((place, i) => [place, i]));
  const initial = places.map((place) => initialValue(place, events, names));
  const operationOf = (event: RecordedEvent): Operation => operation(event, addresses, handles, bodyOf, names);
  const bodyOf = (t: number) =>
    function* body(): Generator<Operation, void, number> {
      for (const event of lists.get(t)!) yield operationOf(event);
    };
  const spawned = new Set(events.filter(({ kind }) => kind === 'spawn').map(({ child }) => child));
  const program: Program = {
    name: names.name,
    threads: [...lists.keys()]
      .filter((t) => !spawned.has(t))
      .map((t) => ({ name: threadName(t, names), body: bodyOf(t) })),
    initialValue: (address) => encodeWide(initial[address] ?? 0n),
    nameOf: (address) => (places[address] === undefined ? `[${address}]` : names.placeName(places[address])),
    showValue: (word, address) => {
      const value = decodeWide(word);
      return names.showValue?.(places[address]!, value) ?? String(value);
    },
  };
  return { program, handles };
}

/** Returns the name of a thread. Writes of code without hooks have separate threads. */
function threadName(thread: number, names: RecordedNames): string {
  return thread < 0 ? 'uninstrumented code' : names.threadName(thread);
}

function handlesOf(
  events: readonly RecordedEvent[],
  lists: ReadonlyMap<number, readonly RecordedEvent[]>,
): Map<number, number> {
  const spawns = events.filter(({ kind }) => kind === 'spawn');
  const spawned = new Set(spawns.map(({ child }) => child));
  const roots = [...lists.keys()].filter((t) => !spawned.has(t));
  const handles = new Map(roots.map((t, i) => [t, staticHandle(i)]));
  const children = new Map<number, number>();
  for (const { thread, child } of spawns) {
    const ordinal = (children.get(thread) ?? 0) + 1;
    children.set(thread, ordinal);
    handles.set(child, childHandle(handles.get(thread)!, ordinal));
  }
  return handles;
}

/** Returns the initial value of a place; if unknown, one with which compare-and-swaps have their recorded outcome. */
function initialValue(place: number, events: readonly RecordedEvent[], names: RecordedNames): bigint {
  const known = names.initialValue(place);
  if (known !== undefined) return known;
  const own = events.filter((event) => event.place === place);
  const first = own.findIndex(writes);
  if (own[first]?.kind === 'swap') return own[first].expected;
  const other = new Set(own.filter(({ kind }) => kind === 'failedSwap').map(({ expected }) => expected));
  let value = 0n;
  while (other.has(value)) value++;
  return value;
}

/** Returns the name of a step of a synchronisation object, which is usually a lock. */
function stepName(order: MemoryOrder): string {
  if (order === 'acquire') return 'lock';
  return order === 'release' ? 'unlock' : 'change';
}

function operation(
  event: RecordedEvent,
  addresses: ReadonlyMap<number, number>,
  handles: ReadonlyMap<number, number>,
  bodyOf: (thread: number) => () => Generator<Operation, void, number>,
  names: RecordedNames,
): Operation {
  const { kind, code, child } = event;
  const order = orderInCode(code);
  const site: Site | undefined = event.site < 0 ? undefined : names.siteOf(event.site);
  const address = addresses.get(event.place) ?? 0;
  const value = encodeWide(event.value);
  const expected = encodeWide(event.expected);
  const isObject = code >> ORDER_BITS === OBJECT;
  switch (kind) {
    case 'load':
      return load(address, order, site);
    case 'store':
      return store(address, value, order, site);
    case 'update':
      if (code >> ORDER_BITS === STORE) return store(address, value, order, site);
      if (!isObject) return rmw('exchange', address, value, order, site);
      return stepOf(
        address,
        { key: `${stepName(order)} (${value})`, apply: () => value, alwaysWrites: true },
        order,
        site,
      );
    case 'swap':
    case 'failedSwap': {
      if (ordersNothing(code >> ORDER_BITS, order)) return load(address, order, site);
      if (!isObject) return compareExchange(address, expected, value, order, site, event.failureOrder);
      const apply = (old: number): number => (old === expected ? value : old);
      return stepOf(address, { key: `swap (${expected}, ${value})`, apply }, order, site);
    }
    case 'fence':
      return fence(order, site);
    case 'spawn':
      return spawn(bodyOf(child), names.threadName(child), site);
    case 'join':
      return join(handles.get(child)!, site);
  }
}

/** Returns a step of a synchronisation object with the order that was recorded. */
function stepOf(address: number, transition: Transition, order: MemoryOrder, site: Site | undefined): Operation {
  return { ...transform(address, transition, site), order };
}
