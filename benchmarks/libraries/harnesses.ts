import { BOOST, CAMEL, CK, DPDK, READER_WRITER, URCU, XENIUM, dpdk, kind } from './packages.js';

export type Verdict = 'safe' | 'failing' | 'unknown';

/** SC, TSO, PSO, RC11. */
export type Verdicts = readonly [Verdict, Verdict, Verdict, Verdict];

/** A small program that uses one structure of a library, as it is installed. */
export interface Harness {
  /** Debian's package of its headers; undefined: Debian has none, and a folder with them must be given. */
  readonly package: string | undefined;
  /** A header: without it the harness is skipped. */
  readonly header: string;
  readonly structure: string;
  readonly file: string;
  readonly flags: readonly string[];
  /** Sources of the library that belong to the program, and folders of their headers. */
  readonly sources?: {
    readonly package: string;
    readonly files: readonly string[];
    readonly folders: readonly string[];
  };
  readonly unroll?: number;
  readonly expected: Verdicts;
}

const SAFE: Verdicts = ['safe', 'safe', 'safe', 'safe'];
/** Compiled for x86, where compilers keep the order of stores, and so does the machine: nothing else does. */
const FOR_TSO: Verdicts = ['safe', 'safe', 'failing', 'failing'];
const RACES: Verdicts = ['safe', 'safe', 'safe', 'failing'];

const BOOST_SAFE = { ...BOOST, file: 'boost.cpp', expected: SAFE };
const CAMEL_SAFE = { ...CAMEL, file: 'moodycamel.cpp', expected: SAFE };
const READER_WRITER_SAFE = { ...READER_WRITER, file: 'moodycamel.cpp', expected: SAFE };
const RIGTORP = { package: undefined, file: 'rigtorp.cpp', expected: SAFE };
const XENIUM_FILE = { ...XENIUM, file: 'xenium.cpp' };
const DPDK_FILE = { ...DPDK, file: 'dpdk.c' };

/** What is tried, and what was found and looked at (docs/evidence/libraries.md). */
export const HARNESSES: readonly Harness[] = [
  { ...CK, structure: 'fas lock', file: 'ck_locks.c', flags: kind(1), expected: FOR_TSO },
  { ...CK, structure: 'ticket lock', file: 'ck_locks.c', flags: kind(2), expected: RACES },
  { ...CK, structure: 'MCS lock', file: 'ck_locks.c', flags: kind(3), expected: FOR_TSO },
  { ...CK, structure: 'Anderson lock', file: 'ck_locks.c', flags: kind(4), expected: FOR_TSO },
  { ...CK, structure: 'CLH lock', file: 'ck_locks.c', flags: kind(5), expected: FOR_TSO },
  { ...CK, structure: 'sequence lock', file: 'ck_pairs.c', flags: kind(1), expected: FOR_TSO },
  { ...CK, structure: 'read-write lock', file: 'ck_pairs.c', flags: kind(2), expected: FOR_TSO },
  {
    ...CK,
    structure: 'bytelock',
    file: 'ck_pairs.c',
    flags: kind(3),
    expected: ['safe', 'unknown', 'failing', 'failing'],
  },
  { ...CK, structure: 'SPSC ring', file: 'ck_containers.c', flags: kind(1), expected: FOR_TSO },
  { ...CK, structure: 'MPMC FIFO', file: 'ck_containers.c', flags: kind(2), expected: RACES },
  { ...CK, structure: 'UPMC stack', file: 'ck_containers.c', flags: kind(3), expected: RACES },
  { ...CK, structure: 'MPMC stack', file: 'ck_containers.c', flags: kind(4), expected: RACES },
  {
    ...CK,
    structure: 'epochs',
    file: 'ck_epoch.c',
    flags: [],
    sources: { package: 'ck', files: ['src/ck_epoch.c'], folders: [] },
    expected: ['safe', 'safe', 'safe', 'failing'],
  },
  { ...URCU, structure: 'lfstack', file: 'urcu_containers.c', flags: kind(1), expected: SAFE },
  { ...URCU, structure: 'wfcqueue', file: 'urcu_containers.c', flags: kind(2), expected: RACES },
  {
    ...URCU,
    structure: 'QSBR',
    file: 'urcu_qsbr.c',
    flags: ['-w'],
    // It looks at the readers a hundred times before it sleeps.
    unroll: 110,
    sources: { package: 'liburcu', files: ['src/urcu-qsbr.c', 'src/urcu-pointer.c'], folders: ['src', 'include'] },
    expected: SAFE,
  },
  { ...BOOST_SAFE, structure: 'lockfree::spsc_queue', flags: kind(1) },
  { ...BOOST_SAFE, structure: 'lockfree::stack<capacity>', flags: kind(2) },
  { ...BOOST_SAFE, structure: 'lockfree::queue', flags: kind(3) },
  {
    ...BOOST_SAFE,
    structure: 'lockfree::queue<capacity>',
    flags: kind(4),
    expected: ['safe', 'unknown', 'unknown', 'unknown'],
  },
  { ...BOOST_SAFE, structure: 'shared_ptr', flags: kind(5) },
  { ...BOOST_SAFE, structure: 'detail::spinlock', flags: kind(6) },
  { ...CAMEL_SAFE, structure: 'ConcurrentQueue', flags: kind(1) },
  { ...READER_WRITER_SAFE, structure: 'ReaderWriterQueue', flags: kind(2) },
  { ...READER_WRITER_SAFE, structure: 'BlockingReaderWriterQueue', flags: kind(3) },
  { ...CAMEL_SAFE, structure: 'BlockingConcurrentQueue', flags: kind(4) },
  { ...RIGTORP, header: 'rigtorp/SPSCQueue.h', structure: 'SPSCQueue', flags: kind(1) },
  { ...RIGTORP, header: 'rigtorp/MPMCQueue.h', structure: 'MPMCQueue', flags: kind(2) },
  { ...XENIUM_FILE, structure: 'michael_scott_queue, hazard pointers', flags: kind(1), expected: SAFE },
  { ...XENIUM_FILE, structure: 'michael_scott_queue, epochs', flags: kind(2), expected: SAFE },
  { ...XENIUM_FILE, structure: 'vyukov_bounded_queue', flags: kind(3), expected: SAFE },
  { ...XENIUM_FILE, structure: 'chase_work_stealing_deque', flags: kind(4), expected: SAFE },
  { ...XENIUM_FILE, structure: 'seqlock of 16 bytes', flags: [...kind(5), '-DCOUNT=4'], expected: SAFE },
  {
    ...XENIUM_FILE,
    structure: 'seqlock of 12 bytes',
    flags: [...kind(5), '-DCOUNT=3'],
    expected: ['failing', 'failing', 'failing', 'failing'],
  },
  { ...DPDK_FILE, structure: 'spin lock', flags: dpdk(1), expected: SAFE },
  { ...DPDK_FILE, structure: 'sequence lock', flags: dpdk(2), expected: SAFE },
  { ...DPDK_FILE, structure: 'ticket lock', flags: dpdk(3), expected: SAFE },
  { ...DPDK_FILE, structure: 'phase-fair lock', flags: dpdk(4), expected: SAFE },
  { ...DPDK_FILE, structure: 'MCS lock', flags: dpdk(5), expected: SAFE },
  { ...DPDK_FILE, structure: 'ring', flags: dpdk(6), expected: FOR_TSO },
  {
    package: 'libatomic-queue-dev',
    header: 'atomic_queue/atomic_queue.h',
    structure: 'AtomicQueue2',
    file: 'others.cpp',
    flags: kind(1),
    expected: SAFE,
  },
  ...['spin_mutex', 'spin_rw_mutex'].map((structure, i) => ({
    package: 'libtbb-dev',
    header: `tbb/${structure}.h`,
    structure,
    file: 'others.cpp',
    flags: kind(2 + i),
    expected: SAFE,
  })),
  {
    package: 'libcds-dev',
    header: 'cds/version.h',
    structure: 'VyukovMPMCCycleQueue',
    file: 'others.cpp',
    flags: kind(4),
    expected: SAFE,
  },
  {
    package: 'libatomic-ops-dev',
    header: 'atomic_ops.h',
    structure: 'release and acquire',
    file: 'others.cpp',
    flags: kind(5),
    expected: SAFE,
  },
];
