// The globals of all worlds, which instrumented modules get as parameters. They are defined once per process; their
// state is in the running world.

const names: string[] = [];
const values = new Map<PropertyKey, unknown>();
let inOrder: readonly unknown[] | undefined;

/** The names that instrumented modules find as globals of their world instead of the process's. */
export const GLOBAL_NAMES: readonly string[] = names;

/** All values by name, including hidden ones. */
export const VIRTUAL_GLOBALS: ReadonlyMap<PropertyKey, unknown> = values;

/** Adds or replaces a global of all worlds. It must keep its state in the running world. */
export function defineGlobal(name: string, value: unknown): void {
  if (!values.has(name)) names.push(name);
  values.set(name, value);
  inOrder = undefined;
}

/** A property of the global object of all worlds whose bare name is resolved in another way. */
export function defineHidden(name: string, value: unknown): void {
  values.set(name, value);
}

/** In the order of `GLOBAL_NAMES`. */
export function globalValues(): readonly unknown[] {
  inOrder ??= names.map((name) => values.get(name));
  return inOrder;
}
