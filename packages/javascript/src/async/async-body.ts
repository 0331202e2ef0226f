/** Body of an async function as a generator that yields the values to await. */
export type AsyncBody = (this: unknown, ...parameters: unknown[]) => Generator<unknown, unknown, unknown>;

/** Throws if an async function is called with `new`; `target` is its `new.target`. */
export function refuseConstruction(target: unknown): void {
  if (target === undefined) return;
  const { name } = target as { readonly name: string };
  throw new TypeError(`${name === '' ? '(intermediate value)' : name} is not a constructor`);
}
