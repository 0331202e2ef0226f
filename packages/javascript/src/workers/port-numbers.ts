/** An object that a message may transfer to another thread. */
export interface Movable {
  /** The number of the port, the same in all threads. */
  readonly number: number;
  /** Moves the port to another thread. */
  leave(): void;
}

/** Serves as a private field of the port. */
const movables = new WeakMap<object, Movable>();

/** Registers a message port. */
export function registerPort(port: object, movable: Movable): void {
  movables.set(port, movable);
}

/** Returns the registered port, if the value is one. */
export function movableOf(value: object): Movable | undefined {
  return movables.get(value);
}

/** Returns the number of a port, if the value is one. */
export function portNumberOf(value: object): number | undefined {
  return movables.get(value)?.number;
}
