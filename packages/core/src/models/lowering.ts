// Requirements of an operation on a store-buffer machine, in addition to its own effect (design section 6, the table
// "what the source languages' operations mean"). A seq_cst store (buffered, then a full fence) is a direct store with a
// drain before it: between the two its thread can do nothing, and no other thread sees its buffer.

/** The operation waits until all buffers of its thread are empty. */
export const DRAIN_ALL = 1;
/**
 * The operation waits until the thread's stores to its location, and all before the last store-store fence, are in
 * memory.
 */
export const DRAIN_LOCATION = 2;
/** A store-store fence precedes the operation. */
export const STORE_STORE = 4;
/** A load-load fence follows the operation. */
export const LOAD_LOAD = 8;
/** A store that bypasses the buffers. */
export const DIRECT = 16;
