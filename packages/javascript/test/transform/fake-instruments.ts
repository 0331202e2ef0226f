import { functionKinds } from '../../src/async/function-kinds.js';
import type { InstrumentName } from '../../src/transform/text/instrumented.js';

type Instrument = (...values: never[]) => unknown;
export type FakeInstruments = Readonly<Record<InstrumentName, Instrument>> & {
  readonly counts: Map<InstrumentName, number>;
};

const PART = Symbol('part');
const WHOLE = Symbol('whole');

type Indexed = Record<PropertyKey, unknown>;

/** Instruments that do what the language does, and count. */
export function fakeInstruments(extra: Partial<Record<InstrumentName, Instrument>> = {}): FakeInstruments {
  const counts = new Map<InstrumentName, number>();
  let short = false;
  let kept: unknown;
  let part: PropertyKey = '';

  const native: Partial<Record<InstrumentName, Instrument>> = {
    r: (object: Indexed, key: PropertyKey) => object[key],
    w: (object: Indexed, key: PropertyKey, value: unknown) => strictly(object, key, value),
    inc: (object: Indexed, key: PropertyKey, by: 1 | -1, prefix: boolean) => {
      const reference = toReference(object, key);
      if (prefix) return by === 1 ? ++reference.v : --reference.v;
      return by === 1 ? reference.v++ : reference.v--;
    },
    ref: (object: Indexed, key: PropertyKey) => toReference(object, key),
    pat: (value: unknown) => value,
    part: (key: PropertyKey) => {
      part = key;
      return PART;
    },
    key: () => part,
    at: (value: unknown) => value,
    arg: (_constructor: unknown, value: unknown) => value,
    cons: (constructor: new (...values: unknown[]) => object, _site: number, ...values: unknown[]) =>
      new constructor(...values),
    whole: () => WHOLE,
    base: (value: unknown) => value,
    field: (key: unknown) => key,
    proto: (value: unknown) => value,
    text: (value: unknown) => value,
    indirect: (value: unknown) => value,
    caught: (error: unknown) => error,
    enter: () => undefined,
    count: () => undefined,
    head: () => true,
    pass: (_entered: unknown, _index: number, value: unknown) => value,
    effect: (value: unknown) => value,
    touch: (value: unknown) => value,
    touched: (value: unknown) => value,
    called: (value: unknown) => value,
    calls: (value: unknown) => value,
    callee: (value: unknown) => value,
    callback: (value: unknown) => value,
    iterated: (value: unknown) => value,
    name: (buffer: unknown) => buffer,
    id: (value: unknown) => value,
    opt: (value: unknown) => {
      short = value === null || value === undefined;
      return value;
    },
    skip: (value: unknown) => {
      kept = value;
      const skipped = short;
      short = false;
      return skipped;
    },
    rest: () => kept,
    bound: (object: Indexed, key: PropertyKey) => {
      const method = object[key];
      if (method === null || method === undefined) return undefined;
      return (...values: unknown[]): unknown => Reflect.apply(method as () => unknown, object, values);
    },
    anonymous: (nameless: () => unknown) => Object.defineProperty(nameless, 'name', { value: 'default' }),
    self: (value: unknown) => value,
    ...functionKinds,
  };

  const counting = Object.entries({ ...native, ...extra }).map(([name, one]) => {
    const counted = (...values: never[]): unknown => {
      counts.set(name as InstrumentName, (counts.get(name as InstrumentName) ?? 0) + 1);
      return one(...values);
    };
    // Some have parts: `async.each`.
    return [name, Object.assign(counted, one)];
  });
  return { ...(Object.fromEntries(counting) as Record<InstrumentName, Instrument>), counts };
}

/** Modules and these tests are strict code. */
function strictly(object: Indexed, key: PropertyKey, value: unknown): unknown {
  object[key] = value;
  return value;
}

function toReference(object: Indexed, key: PropertyKey): { v: number } {
  return {
    get v(): number {
      return object[key] as number;
    },
    set v(value: number) {
      object[key] = value;
    },
  };
}
