/** An object that a message may transfer to another thread. */
export interface Movable {
  /** The same in all threads. */
  readonly number: number;
  /** It belongs to another thread from now on. */
  leave(): void;
}

/** Like a private field of the port. */
const movables = new WeakMap<object, Movable>();

/** Registers a message port. */
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
