// The globals of all worlds, which instrumented modules get as parameters. They are defined once per process; their
// state is in the running world.

const names: string[] = [];
const values = new Map<PropertyKey, unknown>();
let inOrder: readonly unknown[] | undefined;

/** Names of globals that instrumented modules get from their world instead of the process. */
export const GLOBAL_NAMES: readonly string[] = names;

/** All values by name, including hidden ones. */
export const VIRTUAL_GLOBALS: ReadonlyMap<PropertyKey, unknown> = values;

/** Adds or replaces a global of all worlds. It must keep its state in the running world. */
export function defineGlobal(name: string, value: unknown): void {
  if (!values.has(name)) names.push(name);
  values.set(name, value);
  inOrder = undefined;
}

/** Defines a property of the global object of all worlds whose bare name is resolved in another way. */
export function defineHidden(name: string, value: unknown): void {
  values.set(name, value);
}

/** Names hidden from packages: those of test runners, which only test files have. */
const runnerNames = new Set<string>();

/** Adds a global of a test runner. */
export function defineRunnerGlobal(name: string, value: unknown): void {
  defineGlobal(name, value);
  runnerNames.add(name);
}

/** Returns the globals for modules of packages, which test for globals of test runners to find out where they run. */
export function globalValuesOfPackages(): readonly unknown[] {
  return names.map((name) => (runnerNames.has(name) ? undefined : values.get(name)));
}

/** Returns the values in the order of `GLOBAL_NAMES`. */
export function globalValues(): readonly unknown[] {
  inOrder ??= names.map((name) => values.get(name));
  return inOrder;
}
