import type { ArgumentValues } from './argument-values.js';

/** Returns a value as users would write it. */
export type Show = (value: unknown) => string;

interface Occurrences {
  readonly value: unknown;
  /** The arguments that have this value. */
  readonly args: Set<number>;
  isAlike: boolean;
}

/** The values of an argument, with names. */
export interface NamedValues extends ArgumentValues {
  /**
   * Names of the values. Values with the same name may be the same to a structure: 1 and '1' are in shared memory, and
   * objects with the same content may be.
   */
  readonly names: readonly string[];
}

export function named({ values, alike }: ArgumentValues, show: Show): NamedValues {
  return { values, alike, names: values.map((value) => (isObject(value) ? show(value) : String(value))) };
}

/**
 * Returns the names of values that may be exchanged, in groups: they are values of exactly the same arguments, and
 * alike in all of them. `used` has names of values with a meaning of their own.
 */
export function alikeValues(args: readonly NamedValues[], used: ReadonlySet<string>): readonly (readonly string[])[] {
  const found = new Map<string, Occurrences>();
  for (const [arg, { values, names, alike }] of args.entries()) {
    for (const [i, value] of values.entries()) {
      const one = found.get(names[i]!) ?? { value, args: new Set(), isAlike: true };
      found.set(names[i]!, one);
      one.args.add(arg);
      // It is unknown whether different values of one name are the same to the structure.
      one.isAlike &&= alike && Object.is(value, one.value);
    }
  }
  const objects = [...found].filter(([, { value }]) => isObject(value)).map(([name]) => name);
  // An operation with the argument [1, 2] may use 1.
  const isPart = (name: string): boolean => objects.some((each) => each !== name && each.includes(name));
  const groups = new Map<string, string[]>();
  for (const [name, { args: of, isAlike }] of found) {
    if (!isAlike || used.has(name) || isPart(name)) continue;
    const key = [...of].join();
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  return [...groups.values()];
}

function isObject(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
