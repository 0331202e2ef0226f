/** What a message may carry away from this thread. */
export interface Movable {
  /** The same in all threads. */
  readonly number: number;
  /** It is another thread's from now on. */
  leave(): void;
}

/** As if it were a private field of the port. */
const movables = new WeakMap<object, Movable>();

/** The object is a message port. */
export function registerPort(port: object, movable: Movable): void {
  movables.set(port, movable);
}

/** If it is a port. */
export function movableOf(value: object): Movable | undefined {
  return movables.get(value);
}

/** If it is a port. */
export function portNumberOf(value: object): number | undefined {
  return movables.get(value)?.number;
}
