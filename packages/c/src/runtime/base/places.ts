/**
 * The states of synchronisation objects are not kept in the program's bytes but at separate places, so that plain
 * accesses to those bytes never interfere. The state of the object at `address` starts at `shadow(address)`.
 */
export const SHADOW = 2 ** 31;

/** Objects are never placed below this address. It covers null pointers and small offsets from them. */
const NOBODYS = 1 << 16;

/** Returns the place of the synchronisation object at this address. */
export function shadow(address: number): number {
  if (address >= 0 && address < NOBODYS) throw new Error(`null pointer dereferenced (address ${address})`);
  return address + SHADOW;
}

// Shadows of addresses without objects are free for objects that exist once per program.
/** The mutex behind `__VERIFIER_atomic_begin`. */
export const ATOMIC_SECTION = SHADOW;
/** The table of keys of thread-specific data. */
export const KEY_TABLE = SHADOW + 4;
/** The list of functions to run at `exit`. */
export const EXIT_FUNCTIONS = SHADOW + 8;
/** The list of functions to run at `quick_exit`. */
export const QUICK_EXIT_FUNCTIONS = SHADOW + 12;

/** The clock. */
export const CLOCK = SHADOW + 16;

/** Returns the place where a thread stores its result for the thread that joins it. */
export function resultPlace(handle: number): number {
  return 2 ** 34 + 8 * handle;
}

/** Returns the place of the lower bound of the time: set when a thread starts, and when it has ended. */
export function timePlace(handle: number): number {
  return resultPlace(handle) + 4;
}

/**
 * Returns the place that represents private memory of a thread. Such memory is not visible, but atomic operations on it
 * still order the thread's other operations.
 */
export function privatePlace(address: number): number {
  return 2 ** 35 + address;
}

/** Returns the place that records whether the object at this address has been freed. */
export function freedPlace(address: number): number {
  return 2 ** 36 + address;
}

/** Maximum number of threads recorded as freeing the same object: this many fit between two kinds of places. */
export const MOST_FREERS = 14;

/** Returns the place that records whether this one of the freeing threads has freed the object. */
export function freerPlace(address: number, freer: number): number {
  return freedPlace(address) + (1 + freer) * 2 ** 32;
}

/** Returns the place of a bit that the program leaves open. */
export function choicePlace(number: number): number {
  return 2 ** 37 + number;
}

/** Returns the address of the object whose lifetime the place records, if it is such a place. */
export function freedAt(place: number): number | undefined {
  return place >= freedPlace(0) && place < choicePlace(0) ? (place - freedPlace(0)) % 2 ** 32 : undefined;
}

/**
 * Whether the place belongs to threads, keys, the clock or functions that run at exit, none of which are in the
 * program's memory.
 */
export function isOfRuntime(place: number): boolean {
  const isOfThread = place >= threadPlace(0) && place < freedPlace(0);
  return (
    isOfThread || place === KEY_TABLE || place === CLOCK || place === EXIT_FUNCTIONS || place === QUICK_EXIT_FUNCTIONS
  );
}

/** Whether the place represents external input: the time, or a value that the program leaves open. */
export function isInput(place: number): boolean {
  return place === CLOCK || isChoice(place);
}

/** Whether the place is a bit that the program leaves open. */
export function isChoice(place: number): boolean {
  return place >= choicePlace(0);
}

/** Describes the object that a place outside the program's bytes belongs to. */
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

/**
 * Returns the place that records whether the thread with this handle has been joined or detached. It is beyond all
 * shadows.
 */
export function threadPlace(handle: number): number {
  return 2 ** 33 + handle;
}
