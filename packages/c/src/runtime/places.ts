/**
 * Synchronisation objects are not kept in the program's bytes but at places of their own, so that plain accesses of
 * those bytes never mix with them: those of the object at `address` start at `shadow(address)`.
 */
export const SHADOW = 2 ** 31;

/** Below this there are no objects: null pointers, and small offsets from them. */
const NOBODYS = 1 << 16;

/** The place of the synchronisation object at this address. */
export function shadow(address: number): number {
  if (address >= 0 && address < NOBODYS) throw new Error(`null pointer dereferenced (address ${address})`);
  return address + SHADOW;
}

// Where no objects are, their shadows are free for what there is once per program.
/** The mutex behind `__VERIFIER_atomic_begin`. */
export const ATOMIC_SECTION = SHADOW;
/** Thread-specific data: which keys there are. */
export const KEY_TABLE = SHADOW + 4;

/** Has the thread with this handle been joined or detached? Beyond all shadows. */
export function threadPlace(handle: number): number {
  return 2 ** 33 + handle;
}
