/** A program of the corpus, and flags for the compiler. */
export interface TableProgram {
  readonly file: string;
  readonly flags?: readonly string[];
}

/** Locks whose orders are those that were published for them, or that the first comment argues. */
export const LOCKS: readonly TableProgram[] = [
  'tas_flag', 'ttas', 'ttas_exchange', 'cas_mutex', 'ticket', 'ticket_counters', 'mcs', 'clh', 'peterson_fences',
  'peterson_exchange', 'peterson_orders', 'dekker_fences', 'filter', 'recursive', 'rwlock', 'rwlock_orders', 'seqlock',
  'barrier_sense', 'once_by_hand', 'trylock',
].map((name) => ({ file: `locks/${name}.c` })); // prettier-ignore

const plain = (folder: string, ...names: readonly string[]): readonly TableProgram[] =>
  names.map((name) => ({ file: `${folder}/${name}.c` }));
const given = (folder: string, flag: string, ...names: readonly string[]): readonly TableProgram[] =>
  names.map((name) => ({ file: `${folder}/${name}.c`, flags: [flag] }));

/** Programs without the fences that store buffers make necessary. */
export const UNFENCED: readonly TableProgram[] = [
  ...plain(
    'papers',
    'dekker',
    'peterson',
    'szymanski',
    'lamport',
    'bakery',
    'burns',
    'parker',
    'dcl_singleton',
    'pgsql',
  ),
  ...plain('papers', 'workstealing'),
  ...plain('peers', 'mp', 'pgsql_bnd'),
  ...plain('structures', 'ring_lamport'),
  ...given('locks', '-DRELAXED', 'ttas', 'mcs', 'trylock'),
  ...given('locks', '-DWEAK', 'peterson_orders'),
  ...given('locks', '-DONE', 'peterson_fences'),
  ...given('locks', '-DNO_FENCE', 'seqlock'),
  ...given('structures', '-DRELAXED', 'msqueue', 'chase_lev_push', 'hazard', 'lazy'),
  ...given('structures', '-DNO_FENCE', 'chase_lev'),
  ...given('structures', '-DORDER=0', 'ring'),
  ...given('structures', '-DRELAXED_READER', 'rcu'),
];

/** Programs with an order that is too weak. */
export const RELAXED: readonly TableProgram[] = given(
  'weak',
  '-DWEAK',
  ...[
    'message',
    'publish_pointer',
    'list_walk',
    'seqlock_fence',
    'seqlock_first',
    'seqlock_writer',
    'spinlock_relaxed',
  ],
  ...['ttas_relaxed', 'ticket_spin', 'mcs_spin', 'mcs_free_path', 'clh_spin', 'rwlock_reader', 'rwlock_fence'],
  ...[
    'semaphore_take',
    'barrier_leave',
    'barrier_arrive',
    'once_state',
    'dcl_mutex',
    'dekker_exchange',
    'peterson_turn',
  ],
  ...['event_count', 'hazard_exchange', 'rcu_readers', 'chase_lev_task', 'chase_lev_fence', 'spsc_consumer'],
  ...['treiber_head', 'msqueue_next', 'mpmc_sequence', 'refcount_last'],
);
