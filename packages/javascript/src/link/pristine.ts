/** Original functions: their replacements search for shared memory. */
const { getOwnPropertyDescriptor, getPrototypeOf, isExtensible } = Object;
const { ownKeys } = Reflect;

type Properties = Readonly<Record<PropertyKey, unknown>>;

interface Part {
  readonly object: Properties;
  readonly prototype: unknown;
  readonly keys: readonly PropertyKey[];
  readonly values: readonly unknown[];
  readonly accessors: readonly Accessor[];
}

interface Accessor {
  readonly key: PropertyKey;
  readonly get: unknown;
  readonly set: unknown;
}

/** Snapshot of functions and classes as declared by their module, including all objects reachable from them. */
export class Pristine {
  private readonly parts: Part[] = [];

  constructor(declared: readonly object[]) {
    const seen = new Set<unknown>();
    const add = (object: unknown): void => {
      if (!isObject(object) || seen.has(object)) return;
      seen.add(object);
      const part = partOf(object);
      this.parts.push(part);
      part.values.forEach(add);
      for (const { get, set } of part.accessors) [get, set].forEach(add);
    };
    declared.forEach(add);
  }

  /** Whether the functions and classes are unchanged. Evaluated for each world. */
  get isIntact(): boolean {
    try {
      return this.parts.every(isUnchanged);
    } catch {
      return false; // an accessor of the program threw
    }
  }
}

function partOf(object: object): Part {
  const all = ownKeys(object);
  const descriptors = all.map((key) => getOwnPropertyDescriptor(object, key)!);
  const isValue = (_: unknown, i: number): boolean => 'value' in descriptors[i]!;
  const accessors = all.flatMap((key, i): Accessor[] => {
    const of = (name: 'get' | 'set'): unknown => Reflect.get(descriptors[i]!, name);
    return isValue(key, i) ? [] : [{ key, get: of('get'), set: of('set') }];
  });
  const keys = all.filter(isValue);
  const values = descriptors.filter(isValue).map(({ value }): unknown => value);
  return { object: object as Properties, prototype: getPrototypeOf(object), keys, values, accessors };
}

function isUnchanged({ object, prototype, keys, values, accessors }: Part): boolean {
  // If the number of keys is unchanged and all old keys exist, none was added.
  if (ownKeys(object).length !== keys.length + accessors.length) return false;
  if (getPrototypeOf(object) !== prototype || !isExtensible(object)) return false;
  for (let i = 0; i < keys.length; i++) if (object[keys[i]!] !== values[i]) return false;
  for (const { key, get, set } of accessors) {
    const now = getOwnPropertyDescriptor(object, key);
    if (now?.get !== get || now?.set !== set) return false;
  }
  return true;
}

function isObject(value: unknown): value is object {
  return typeof value === 'function' || (typeof value === 'object' && value !== null);
}
