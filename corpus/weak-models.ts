import type { Expectation, ModelExpectation, WeakModels } from './expectation.js';
import { failing, races, safe, undecided } from './expectation.js';
import { title } from './title.js';

// Expectations under RC11 and ARMv8 for programs written for store buffers: those of PSO, except for the programs
// below. Found by enumerating their executions by the axioms, where there are few, and argued here.

/**
 * Groups that were examined. The others need no expectations: x86 assembly, loops of one thread, attacks on a search.
 */
const EXAMINED: ReadonlySet<string> = new Set([
  'peers', 'papers', 'locks', 'structures', 'library', 'atomics', 'memory', 'loops', 'deadlocks', 'cxx', 'runtime', 'lifetimes',
]); // prettier-ignore

interface Difference extends WeakModels {
  readonly why: string;
  readonly programs: readonly string[];
}

const broken = failing('assertion', undefined, { robust: false });

const DIFFERENCES: readonly Difference[] = [
  {
    why: 'They say nothing about atomics of several sizes on one word (decision 27): safety is not shown.',
    rc11: undecided(),
    arm64: undecided(),
    programs: [
      'memory/mixed_atomic.c',
      'memory/mixed_loads.c',
      'memory/mixed_atomic.c -DADDS',
      'memory/mixed_atomic.c -DADDS -DORDER=memory_order_relaxed',
      'locks/ticket_halves.c -DUNLOCK=__ATOMIC_SEQ_CST',
    ],
  },
  {
    why: 'Relaxed loads of the two halves of a word are in no order, but the word is one place (decision 27): safety is not shown.',
    rc11: undecided(),
    arm64: undecided(),
    programs: ['memory/pair.c -DKIND=3'],
  },
  {
    why: 'STLR and a later LDAR stay in order.',
    arm64: safe(),
    programs: ['cxx/waiting.cpp -std=c++20 -DKIND=3 -DORDER=std::memory_order_release'],
  },
  {
    why: 'Plain accesses that nothing orders: undefined in C, whatever machines make of it.',
    rc11: races(),
    programs: [
      'locks/ttas.c -DRELAXED',
      'locks/cas_mutex_early.c',
      'locks/mcs.c -DRELAXED',
      'locks/peterson_orders.c -DWEAK',
      'locks/peterson_fences.c -DONE',
      'locks/peterson_turn_first.c',
      'locks/rwlock.c -DBUG',
      'structures/treiber_free.c',
      'structures/msqueue.c -DRELAXED',
      'structures/ring.c -DORDER=0',
      'structures/ring.c -DPLAIN',
      'structures/rcu.c -DEARLY',
      'structures/rcu.c -DRELAXED_READER',
      'structures/hazard.c -DRELAXED',
      'structures/lazy.c -DRELAXED',
      'structures/refcount.c -DPLAIN',
      'papers/dekker.c',
      'papers/dekker.c -DFENCE=1',
      'papers/peterson.c',
      'papers/peterson.c -DFENCE=1',
      'papers/szymanski.c',
      'papers/szymanski.c -DFENCE=1',
      'papers/lamport.c',
      'papers/lamport.c -DFENCE=1',
      'papers/bakery.c',
      'papers/burns.c',
      'papers/dcl_singleton.c',
      'papers/stack.c -DUNSAFE',
      'atomics/pointers.c -DRELAXED',
      'atomics/plain_mp.c',
      'atomics/plain_mp.c -DFENCE',
      'cxx/atomic_mp.cpp -DRELAXED',
      'cxx/new_delete.cpp -DRACE',
      'cxx/dcl.cpp -DRELAXED',
      'cxx/deletes.cpp -DUSE=0',
      'cxx/deletes.cpp -DUSE=1',
      'library/rwlock.c -DBUG',
      'library/semaphore_two.c',
      'peers/inc_plain.c',
      'peers/ticket.c',
      'peers/ticket.c -DBUG',
      'peers/clh.c',
      'memory/use_after_free_race.c',
      'memory/mixed_race.c',
      'memory/memcpy.c -DRACE',
      'memory/struct_assignment.c',
      'memory/bitfields.c',
      'memory/loop_variable.c',
      'memory/publish_heap.c',
      'memory/freed_ends.c -DEND=0',
      'memory/freed_ends.c -DEND=1',
      'memory/freed_ends.c -DEND=2',
      'memory/freed_ends.c -DEND=3',
      'memory/freed_ends.c -DEND=4',
      'memory/freed_ends.c -DEND=5',
      'memory/freed_ends.c -DEND=6',
      'memory/freed_ends.c -DEND=7',
      'memory/freed_assume.c',
      'memory/freed_spin.c',
      'memory/reallocated.c -DSTALE',
      'loops/volatile.c',
      'lifetimes/capture_escapes.cpp -DDETACHED',
      'lifetimes/intrusive.cpp -DRELAXED',
      'lifetimes/globals_destroyed.cpp -DDETACHED',
    ],
  },
  {
    why: 'The same; and a fence between stores, or between a store and a load, leaves the loads unordered.',
    rc11: races(),
    arm64: broken,
    programs: [
      'papers/dekker.c -DFENCE=2',
      'papers/peterson.c -DFENCE=2',
      'papers/szymanski.c -DFENCE=2',
      'papers/lamport.c -DFENCE=2',
      'papers/bakery.c -DFENCE',
      'papers/burns.c -DFENCE',
      'papers/dcl_singleton.c -DFENCE',
      'loops/plain.c',
    ],
  },
  {
    why: 'Loads are not ordered; an exchange, a seq_cst store or a mutex is no fence for other accesses.',
    rc11: broken,
    arm64: broken,
    programs: [
      'structures/ring_lamport.c -DFENCE',
      'papers/pgsql.c -DFENCE',
      'papers/pgsql.c -DFENCE -DROUNDS=4',
      'atomics/sb.c -DSTORE=seq_cst',
      'atomics/sb.c -DEXCHANGE -DSTORE=relaxed',
      'atomics/sb.c -DEXCHANGE -DSTORE=seq_cst',
      'atomics/sb.c -DCAS -DSTORE=relaxed',
      'atomics/mp.c -DEXCHANGE -DSTORE=relaxed',
      'atomics/mp.c -DCAS -DSTORE=release',
      'atomics/r.c -DSTORE=seq_cst',
      'atomics/r.c -DEXCHANGE -DSTORE=relaxed',
      'atomics/cas_failed_drains.c',
      'library/mutex_drains.c',
      'peers/pgsql_bnd.c -DFENCE',
      'peers/pgsql_bnd.c -DFENCE -DROUNDS=2 -DTRIES=3',
      'peers/iriw.c',
    ],
  },
  {
    why: 'The same: the one that waits misses what the other one checked for.',
    rc11: failing('deadlock'),
    arm64: failing('deadlock'),
    programs: ['papers/parker.c -DFENCE'],
  },
  {
    why: 'A release order without an acquire order synchronises nothing; ARMv8 has DMB ISH or STLR there.',
    rc11: broken,
    programs: [
      'atomics/mp.c -DFENCE=release',
      'atomics/2+2w.c -DSTORE=release -DLOAD=acquire',
      'atomics/2+2w.c -DFENCE=release',
      'atomics/s.c -DFENCE=release',
    ],
  },
  {
    why: 'Release and acq_rel fences are DMB ISH on ARMv8, which orders stores and later loads.',
    arm64: safe(),
    programs: [
      'atomics/sb.c -DFENCE=release',
      'atomics/sb.c -DFENCE=acq_rel',
      'atomics/r.c -DFENCE=release',
      'atomics/r.c -DFENCE=acq_rel',
      'cxx/fence.cpp -DACQ_REL',
    ],
  },
];

const BY_PROGRAM: ReadonlyMap<string, WeakModels> = new Map(
  DIFFERENCES.flatMap(({ rc11, arm64, programs }) =>
    programs.map((program) => [program, { ...(rc11 && { rc11 }), ...(arm64 && { arm64 }) }] as const),
  ),
);

/** Returns the expectation with its results under RC11 and ARMv8. */
export function withWeakModels(group: string, expectation: Expectation): Expectation {
  const { pso } = expectation.expect;
  if (!EXAMINED.has(group) || pso === undefined || expectation.slow === true) return expectation;
  const asPso = verdictOnly(pso);
  // Models other than RC11 search for races under SC only.
  const likePso: WeakModels = expectation.races === true ? { rc11: asPso } : { rc11: asPso, arm64: asPso };
  const expect = { ...likePso, ...BY_PROGRAM.get(title(group, expectation)), ...expectation.expect };
  return { ...expectation, expect };
}

/** Keeps only the verdict: the numbers of executions differ, and other failures may differ. */
function verdictOnly({ verdict, failure }: ModelExpectation): ModelExpectation {
  return { verdict, ...(failure && { failure }) };
}
