// A memory model for the graph explorer is the program order it preserves. Two events represent everything in a thread
// that later operations are ordered after: its **read base** (later loads, and with them everything, come after it) and
// its **write base** (later stores do). The flags describe what an operation is ordered after and whether it becomes a
// base.

/** Ordered after the read base. */
export const AFTER_READ_BASE = 1;
/** Ordered after the write base. */
export const AFTER_WRITE_BASE = 2;
/** Ordered after all earlier stores of its thread (where the write base does not already imply that). */
export const AFTER_OWN_STORES = 4;
/** Ordered after the earlier stores (where atomics are split: accesses) of its thread to the same location. */
export const AFTER_OWN_LOCATION = 8;
/** Everything later is ordered after it. */
export const BECOMES_READ_BASE = 16;
/** Later stores are ordered after it. */
export const BECOMES_WRITE_BASE = 32;
/** A store-store fence precedes it, as a separate event. */
export const FENCE_FIRST = 64;
/** Has no effect under this model: no event. */
export const NO_EVENT = 128;

// Synchronisation flags, for models that are not multi-copy atomic (`MemoryModel.communication`):
/**
 * Happens after the events released by the write that it reads. A fence happens after those seen by earlier reads of
 * its thread.
 */
export const ACQUIRES = 256;
/** Events before it happen before any operation that acquires from it. */
export const RELEASES = 512;
/** Takes part in the order of all seq_cst operations. */
export const SEQ_CST = 1024;
/** Synchronises with nothing, and may race. */
export const NOT_ATOMIC = 2048;

// For models that split atomics (`MemoryModel.splitsAtomics`), which preserve little of a thread's order by default:
/** Ordered after all earlier accesses of its thread. */
export const AFTER_OWN_ACCESSES = 4096;
/** Ordered after all earlier reads of its thread. */
export const AFTER_OWN_READS = 8192;
/** Ordered after the earlier writes of its thread that release. */
export const AFTER_OWN_RELEASES = 16384;
/** Ordered after the read part of the atomic whose write its thread would forward to it. */
export const AFTER_FORWARDING_ATOMIC = 32768;

/** Ordered after both bases. */
export const AFTER_BOTH = AFTER_READ_BASE | AFTER_WRITE_BASE;
/** Becomes both bases: everything later is ordered after it. */
export const BECOMES_BOTH = BECOMES_READ_BASE | BECOMES_WRITE_BASE;
/** A full fence. */
export const FULL_ORDER = AFTER_BOTH | BECOMES_BOTH;

/** The fence that `FENCE_FIRST` requires. */
export const STORE_STORE_FENCE = AFTER_WRITE_BASE | AFTER_OWN_STORES | BECOMES_WRITE_BASE;
