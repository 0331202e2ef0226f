/** The body of an asynchronous function, as a generator: it yields what it awaits. */
export type AsyncBody = (this: unknown, ...parameters: unknown[]) => Generator<unknown, unknown, unknown>;
