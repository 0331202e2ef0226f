import type { Expectation, ModelExpectation } from '../expectation.js';
import { breaks, each, everywhere, failing, races, safe } from '../expectation.js';

/**
 * A program that is correct, and with `-DWEAK` incorrect in a way that no store buffer shows. The numbers are
 * executions under RC11 and ARMv8, from the enumerator of axiomatic models.
 */
function twins(
  file: string,
  [onRc11, onArm64]: readonly [rc11: number, arm64: number],
  rc11: ModelExpectation,
  arm64: ModelExpectation,
): Expectation[] {
  return [
    { file, expect: { ...everywhere(safe()), rc11: safe(onRc11), arm64: safe(onArm64) } },
    { file, flags: ['-DWEAK'], expect: { ...everywhere(safe()), rc11, arm64 } },
  ];
}

/** Bugs that only RC11 or ARMv8 shows. The first comment of each source argues the expectation for every model. */
export const expectations: readonly Expectation[] = [
  // Atomic operations on memory that only their own thread uses: no bug on x86.
  ...['LOCAL', 'THREAD_LOCAL', 'HEAP', 'CAS', 'STORE', 'LOCAL_STORE', 'ASSEMBLY'].map((way): Expectation => ({
    file: 'private_drains.c',
    flags: [`-D${way}`],
    expect: { ...everywhere(safe()), rc11: breaks(65) },
  })),
  {
    file: 'private_drains.c',
    flags: ['-DRELAXED'],
    expect: { ...each(safe(), safe(), breaks(65)), rc11: breaks(65), arm64: breaks(65) },
  },
  ...['LOAD', 'RELEASE'].map((way): Expectation => ({
    file: 'private_drains.c',
    flags: [`-D${way}`],
    expect: { ...each(safe(), breaks(65), breaks(65)), rc11: breaks(65) },
  })),
  // Loads that are not in order.
  ...twins('message.c', [2, 2], races(), breaks(24, 3)),
  ...twins('waits_relaxed.c', [1, 1], breaks(24, 2), breaks(24, 2)),
  ...twins('waits_for_old.c', [1, 1], failing('deadlock'), failing('deadlock')),
  ...twins('acquire_fence.c', [3, 3], breaks(23, 4), breaks(23, 4)),
  ...twins('fence_early.c', [2, 2], races(), breaks(26, 3)),
  ...twins('publish_pointer.c', [2, 2], races(), breaks(30, 5)),
  ...twins('list_walk.c', [2, 2], races(), breaks(32, 5)),
  ...twins('bits_ready.c', [6, 6], races(), breaks(25, 12)),
  ...twins('log_commit.c', [4, 4], races(), breaks(29, 6)),
  ...twins('stop_and_report.c', [1, 1], races(), breaks(28, 2)),
  ...twins('future_value.cpp', [1, 1], races(), breaks(32, 2)),
  ...twins('latch.cpp', [2, 2], races(), breaks(35, 8)),
  ...twins('relay_load.c', [3, 3], races(), breaks(36, 4)),
  // Sequence locks.
  ...twins('seqlock_fence.c', [18, 18], breaks(29, 21), breaks(29, 21)),
  ...twins('seqlock_first.c', [18, 18], breaks(32, 21), breaks(32, 21)),
  ...twins('seqlock_plain.c', [14, 14], races(), safe(14)),
  ...twins('seqlock_writer.c', [18, 18], breaks(30, 21), breaks(30, 21)),
  // Locks.
  ...twins('spinlock_relaxed.c', [2, 2], races(), breaks(30, 6)),
  ...twins('spin_flag.cpp', [2, 2], races(), breaks(36, 6)),
  ...twins('ttas_relaxed.c', [4, 4], races(), breaks(41, 12)),
  ...twins('ticket_spin.c', [2, 2], races(), breaks(31, 6)),
  ...twins('mcs_spin.c', [4, 4], races(), breaks(55, 8)),
  ...twins('mcs_free_path.c', [4, 4], races(), breaks(48, 8)),
  ...twins('clh_spin.c', [2, 2], races(), breaks(34, 6)),
  ...twins('rwlock_reader.c', [5, 5], races(), breaks(32, 11)),
  ...twins('rwlock_writer.c', [2, 2], races(), safe(2)),
  ...twins('rwlock_fence.c', [12, 12], breaks(34, 20), breaks(34, 20)),
  ...twins('semaphore_take.c', [2, 2], races(), breaks(25, 3)),
  ...twins('semaphore_value.c', [2, 2], races(), breaks(24, 3)),
  ...twins('semaphore_try.c', [2, 2], races(), breaks(26, 3)),
  ...twins('rwlock_try.c', [3, 3], races(), breaks(25, 6)),
  ...twins('two_mutexes.c', [4, 4], breaks(41, 4), breaks(41, 4)),
  // Barriers and initialisation.
  ...twins('barrier_leave.c', [2, 2], races(), breaks(25, 4)),
  ...twins('barrier_arrive.c', [2, 2], races(), breaks(26, 4)),
  ...twins('once_state.c', [4, 4], races(), breaks(30, 8)),
  ...twins('cas_fails.c', [4, 4], races(), breaks(23, 6)),
  ...twins('dcl_mutex.c', [4, 4], races(), breaks(30, 6)),
  ...twins('lazy_pointer.cpp', [4, 4], races(), breaks(36, 6)),
  // Atomics that are full fences on x86.
  ...twins('dekker_exchange.c', [3, 3], races(), breaks(28, 11)),
  ...twins('peterson_turn.c', [4, 4], races(), breaks(25, 190)),
  ...twins('exchange_seq_cst.c', [3, 3], breaks(34, 4), breaks(34, 4)),
  ...twins('store_seq_cst.c', [3, 3], breaks(34, 4), breaks(34, 4)),
  ...twins('store_seq_cst_acquire.c', [3, 3], breaks(29, 4), breaks(29, 4)),
  ...twins('rwc_acquire.c', [7, 7], breaks(42, 8), breaks(42, 8)),
  ...twins('fence_one_side.c', [3, 3], breaks(35, 4), breaks(35, 4)),
  ...twins('event_count.c', [3, 3], failing('deadlock'), failing('deadlock')),
  ...twins('hazard_exchange.c', [8, 8], races(), failing('invalid access')),
  ...twins('rcu_readers.c', [5, 5], races(), failing('invalid access')),
  // Structures.
  ...twins('chase_lev_task.c', [3, 3], races(), breaks(40, 5)),
  ...twins('chase_lev_fence.c', [12, 12], breaks(50, 14), breaks(50, 14)),
  ...twins('spsc_consumer.c', [3, 3], races(), breaks(31, 8)),
  ...twins('spsc_producer.c', [1, 1], races(), safe(1)),
  ...twins('treiber_head.c', [2, 2], races(), breaks(42, 3)),
  ...twins('treiber_value.c', [2, 2], races(), breaks(34, 3)),
  ...twins('msqueue_next.c', [2, 2], races(), breaks(36, 3)),
  ...twins('mpmc_sequence.c', [2, 2], races(), breaks(49, 3)),
  // Reference counts.
  ...twins('refcount_last.c', [2, 2], races(), breaks(20, 4)),
  ...twins('refcount_fence.c', [2, 2], races(), breaks(17, 3)),
  ...twins('free_last.c', [2, 2], races(), safe(2)),
  ...twins('intrusive.cpp', [2, 2], races(), breaks(21, 4)),
  // Behaviour that only RC11 allows: no machine that Fencepost models shows it.
  ...twins('iriw_acquire.c', [15, 15], breaks(50, 16), safe(15)),
  ...twins('iriw_fences.c', [15, 15], breaks(52, 16), safe(15)),
  ...twins('two_two_w.c', [3, 3], breaks(34, 4), safe(3)),
  ...twins('last_writer.c', [3, 3], breaks(34, 4), safe(3)),
  ...twins('release_sequence_store.c', [3, 3], races(), safe(3)),
  ...twins('release_sequence_other.c', [5, 5], races(), safe(5)),
  ...twins('relay_store.c', [3, 3], races(), safe(3)),
];
