/*
 * Fencepost's recorder: the runtime of programs compiled with -fsanitize=thread, in place of the sanitizer's own.
 *
 * Every hook that the compiler inserts is one step. One thread at a time has the baton and takes steps; so the run is
 * sequentially consistent, and the steps form one sequence, which goes to `fencepost record` through a socket. Nothing
 * is recorded, and everything works as usual, until the first thread is started, and in programs that are run without
 * `fencepost record`.
 *
 * This file includes all others: as one unit, what is called for every access can be inlined. It is compiled on the
 * user's machine:  cc -O2 -fPIC -shared -fexceptions -ftls-model=initial-exec recorder.c -ldl -lpthread
 */
#define _GNU_SOURCE
/* Headers are not to define what is defined here. */
#define __NO_INLINE__ 1
#undef _FORTIFY_SOURCE

/* Each part says at its head what it offers to others. */
#include "types.h"

/* The recording: what goes to `fencepost record`. */
#include "real.c"
#include "stream.c"
#include "mappings.c"
#include "sites.c"
#include "shadow.c"
#include "buffers.c"
#include "old.c"
#include "dated.c"
#include "emit.c"

/* The run: who has the baton, when stores reach memory, how all begins and ends. */
#include "scheduler.c"
#include "aims.c"
#include "steer.c"
#include "life.c"

/* Hooks that the compiler inserts. */
#include "accesses.c"
#include "atomics.c"

/* Functions of the C library that are replaced: threads and synchronisation. */
#include "threads.c"
#include "locks.c"
#include "rwlocks.c"
#include "waiting.c"
#include "c11.c"

/* The same: memory, and ways through the kernel. */
#include "memory.c"
#include "calls.c"
#include "descriptors.c"
#include "kernel.c"
#include "streams.c"
#include "names.c"

/* Needs hooks and memory: atomics of libatomic. */
#include "large.c"
