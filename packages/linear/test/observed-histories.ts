// Random histories of calls, and all their orders, for comparison with the decisions of src/observed.
import type { ObservedCall, Value } from '../src/index.js';

/** A structure for one thread: applies a call and returns its result; throws if the call is impossible. */
type Plain = (operation: string, given: readonly Value[], process: Value) => Value | undefined;

function collection(takes: (items: Value[]) => Value | undefined, looks: (items: Value[]) => Value | undefined): Plain {
  const items: Value[] = [];
  return (operation, [value]) => {
    if (operation === 'put') {
      items.push(value!);
      return undefined;
    }
    return (operation === 'take' ? takes(items) : looks(items)) ?? null;
  };
}

function variable(value: Value): Plain {
  return (operation, [first = null, second = null]) => {
    const before = value;
    if (operation === 'write') value = first;
    else if (operation === 'exchange') value = first;
    else if (operation === 'add') value = Number(value) + Number(first);
    else if (operation === 'append') value = `${value ?? ''}${first}`;
    else if (operation === 'compare and swap') {
      if (before === first) value = second;
      return before === first;
    }
    return operation === 'write' || operation === 'append' ? undefined : before;
  };
}

function presence(): Plain {
  let isThere = false;
  return (operation) => {
    const before = isThere;
    if (operation === 'look') return before;
    isThere = operation === 'insert';
    return before !== isThere;
  };
}

/** Only the owner releases it. */
function lock(): Plain {
  let owner: Value | undefined;
  return (operation, _, process) => {
    const changes = operation === 'insert' ? owner === undefined : owner === process;
    if (changes) owner = operation === 'insert' ? process : undefined;
    return changes;
  };
}

/** Of each specification: the structure, the operations of a random history, and how many arguments they take. */
export const PLAIN: Readonly<Record<string, { create: () => Plain; operations: Readonly<Record<string, number>> }>> = {
  queue: {
    create: () =>
      collection(
        (i) => i.shift(),
        (i) => i[0],
      ),
    operations: { put: 1, take: 0 },
  },
  stack: {
    create: () =>
      collection(
        (i) => i.pop(),
        (i) => i.at(-1),
      ),
    operations: { put: 1, take: 0 },
  },
  'queue with looks': {
    create: () =>
      collection(
        (i) => i.shift(),
        (i) => i[0],
      ),
    operations: { put: 1, take: 0, look: 0 },
  },
  'stack with looks': {
    create: () =>
      collection(
        (i) => i.pop(),
        (i) => i.at(-1),
      ),
    operations: { put: 1, take: 0, look: 0 },
  },
  register: { create: () => variable(null), operations: { read: 0, write: 1 } },
  'register with swaps': {
    create: () => variable(null),
    operations: { read: 0, write: 1, 'compare and swap': 2, exchange: 1, append: 1 },
  },
  counter: { create: () => variable(0), operations: { read: 0, add: 1 } },
  set: { create: presence, operations: { insert: 0, remove: 0, look: 0 } },
  lock: { create: lock, operations: { insert: 0, remove: 0 } },
};

/** A random history; about half of them have a wrong result. `bag`: takes give any element. */
export function randomHistory(of: string, calls: number, random: () => number, areDistinct: boolean): ObservedCall[] {
  const { create, operations } = PLAIN[of === 'bag' ? 'queue' : of]!;
  const names = Object.keys(operations);
  const pick = (below: number): number => Math.floor(random() * below);
  const lanes = 2 + pick(3);
  const moments: { at: number; call: number; kind: 'begin' | 'effect' | 'end' }[] = [];
  const time = Array.from({ length: lanes }, () => 0);
  const asked = Array.from({ length: calls }, (_, call) => {
    const lane = pick(lanes);
    const three = [random(), random(), random()].toSorted((a, b) => a - b);
    const length = 3 * random() ** 2;
    const isPending = random() < 0.06;
    const at = (i: number): number => time[lane]! + three[i]! * length;
    moments.push({ at: at(0), call, kind: 'begin' });
    if (!isPending || random() < 0.5) moments.push({ at: at(1), call, kind: 'effect' });
    if (!isPending) moments.push({ at: at(2), call, kind: 'end' });
    time[lane] = isPending ? time[lane]! + 1000 : at(2);
    const operation = names[pick(names.length)]!;
    const given = Array.from({ length: operations[operation]! }, (): Value => (areDistinct ? call + 1 : 1 + pick(2)));
    return { process: lane, operation, given };
  });
  moments.sort((a, b) => a.at - b.at);
  const structure = create();
  const results: (Value | undefined)[] = [];
  const begins: number[] = [];
  const ends: number[] = [];
  for (const [position, { call, kind }] of moments.entries()) {
    if (kind === 'effect') {
      const { operation, given, process } = asked[call]!;
      results[call] = structure(operation, given, process);
    } else (kind === 'begin' ? begins : ends)[call] = position;
  }
  const wrong = random() < 0.5 ? pick(calls) : -1;
  const possible = asked.flatMap(({ operation, given }) => (operation === 'put' || operation === 'write' ? given : []));
  return asked.map((each, index) => {
    const end = ends[index] ?? Number.POSITIVE_INFINITY;
    let result = end === Number.POSITIVE_INFINITY ? undefined : results[index];
    if (index === wrong && result !== undefined) {
      result = typeof result === 'boolean' ? !result : ([...possible, null][pick(possible.length + 1)] ?? null);
    }
    return { ...each, result, begin: begins[index]!, end, index };
  });
}

/** Whether some order of the calls explains them: all orders are tried. */
export function isExplainedByBruteForce(of: string, calls: readonly ObservedCall[]): boolean {
  const extend = (order: readonly ObservedCall[]): boolean => {
    const rest = calls.filter((call) => !order.includes(call));
    if (rest.every(({ end }) => end === Number.POSITIVE_INFINITY)) return true;
    return rest.some((call) => {
      if (rest.some((other) => other.end < call.begin)) return false;
      return isPossible(of, order, call) && extend([...order, call]);
    });
  };
  return extend([]);
}

function isPossible(of: string, order: readonly ObservedCall[], call: ObservedCall): boolean {
  if (of === 'bag') return isPossibleInBag(order, call);
  const structure = PLAIN[of]!.create();
  for (const { operation, given, process } of order) structure(operation, given, process);
  const result = structure(call.operation, call.given, call.process);
  return call.end === Number.POSITIVE_INFINITY || call.result === undefined || result === call.result;
}

function isPossibleInBag(order: readonly ObservedCall[], { operation, result, end }: ObservedCall): boolean {
  if (operation === 'put') return true;
  const puts = order.filter((each) => each.operation === 'put');
  const taken = order.filter((each) => each.operation === 'take' && each.result !== null);
  if (end === Number.POSITIVE_INFINITY) return true;
  if (result === null) return puts.length === taken.length;
  const count = puts.filter(({ given }) => given[0] === result).length;
  return count > taken.filter((each) => each.result === result).length;
}
