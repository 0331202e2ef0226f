/** The body of an asynchronous function, as a generator: it yields what it awaits. */
export type AsyncBody = (this: unknown, ...parameters: unknown[]) => Generator<unknown, unknown, unknown>;

/** `new` of an async function; `target` is its `new.target`. */
export function refuseConstruction(target: unknown): void {
  if (target === undefined) return;
  const { name } = target as { readonly name: string };
  throw new TypeError(`${name === '' ? '(intermediate value)' : name} is not a constructor`);
}
