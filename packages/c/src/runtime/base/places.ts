/**
 * Synchronisation objects are not kept in the program's bytes but at places of their own, so that plain accesses to
 * those bytes never interfere: those of the object at `address` start at `shadow(address)`.
 */
export const SHADOW = 2 ** 31;

/** There are no objects below this: null pointers, and small offsets from them. */
const NOBODYS = 1 << 16;

/** The place of the synchronisation object at this address. */
export function shadow(address: number): number {
  if (address >= 0 && address < NOBODYS) throw new Error(`null pointer dereferenced (address ${address})`);
  return address + SHADOW;
}

// Where there are no objects, their shadows are free for objects that exist once per program.
/** The mutex behind `__VERIFIER_atomic_begin`. */
export const ATOMIC_SECTION = SHADOW;
/** Thread-specific data: which keys there are. */
export const KEY_TABLE = SHADOW + 4;
/** Functions that run at `exit` and at `quick_exit`. */
export const EXIT_FUNCTIONS = SHADOW + 8;
/** The list of functions to run at `quick_exit`. */
export const QUICK_EXIT_FUNCTIONS = SHADOW + 12;

/** The clock. */
export const CLOCK = SHADOW + 16;

/** Where a thread stores its result for the thread that joins it. */
export function resultPlace(handle: number): number {
  return 2 ** 34 + 8 * handle;
}

/** Where it is said what time it is at least when a thread starts, and when it has ended. */
export function timePlace(handle: number): number {
  return resultPlace(handle) + 4;
}

/**
 * What stands for memory that only its thread uses, and is not visible: atomic operations there order the thread's other
 * operations nevertheless.
 */
export function privatePlace(address: number): number {
  return 2 ** 35 + address;
}

/** Has the object at this address been freed? */
export function freedPlace(address: number): number {
  return 2 ** 36 + address;
}

/** The most threads recorded as freeing the same object: this many fit between two kinds of places. */
export const MOST_FREERS = 14;

/** Has this one of the threads that free the object freed it? */
export function freerPlace(address: number, freer: number): number {
  return freedPlace(address) + (1 + freer) * 2 ** 32;
}

/** A bit that the program leaves open. */
export function choicePlace(number: number): number {
  return 2 ** 37 + number;
}

/** The address of the object whose lifetime a place is about, if it is such a place. */
export function freedAt(place: number): number | undefined {
  return place >= freedPlace(0) && place < choicePlace(0) ? (place - freedPlace(0)) % 2 ** 32 : undefined;
}

/** Is it about threads, keys or functions that run at exit, none of which the program has in its memory? */
export function isOfRuntime(place: number): boolean {
  const isOfThread = place >= threadPlace(0) && place < freedPlace(0);
  return (
    isOfThread || place === KEY_TABLE || place === CLOCK || place === EXIT_FUNCTIONS || place === QUICK_EXIT_FUNCTIONS
  );
}

/** Does it stand for what comes from outside: the time, or a value that the program leaves open? */
export function isInput(place: number): boolean {
  return place === CLOCK || place >= choicePlace(0);
}

/** What a place outside the program's bytes belongs to, in words. */
export function describePlace(place: number, nameOf: (address: number) => string): string {
  if (place >= choicePlace(0)) return 'a choice';
  if (place >= privatePlace(0) && place < freedPlace(0)) return nameOf(place - privatePlace(0));
  if (place >= resultPlace(0)) return 'the result of a thread';
  if (place >= threadPlace(0)) return 'the joining of a thread';
  if (place === ATOMIC_SECTION) return 'the atomic section';
  if (place === KEY_TABLE) return 'the table of keys';
  if (place === CLOCK) return 'the clock';
  if (place === EXIT_FUNCTIONS || place === QUICK_EXIT_FUNCTIONS) return 'the list of functions to run at exit';
  return nameOf(place - SHADOW);
}

/** Has the thread with this handle been joined or detached? Beyond all shadows. */
export function threadPlace(handle: number): number {
  return 2 ** 33 + handle;
}
