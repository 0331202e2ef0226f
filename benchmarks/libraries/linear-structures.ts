import type { Harness } from './harnesses.js';
import { BOOST, CAMEL, CK, DPDK, READER_WRITER, URCU, XENIUM, dpdk, kind } from './packages.js';

/** `failing`: not linearizable, or a data race (RC11). */
type Verdict = 'safe' | 'failing' | 'unknown';

/** A structure of a library, as it is installed, declared in `linear/`. */
export interface LinearLibrary extends Pick<Harness, 'package' | 'header' | 'structure' | 'file' | 'flags'> {
  readonly package: string;
  /** The most calls of a scenario. */
  readonly calls: number;
  /** SC, TSO, RC11. */
  readonly expected: readonly [Verdict, Verdict, Verdict];
}

const SAFE = ['safe', 'safe', 'safe'] as const;
/** Right on x86, for which it is compiled; or its data races are right on every machine, and not in C. */
const RACES = ['safe', 'safe', 'failing'] as const;
/** A ring that one thread finds full while the other finds it empty. */
const STORE_BUFFERING = ['safe', 'failing', 'failing'] as const;

/** A thread finds it full and then empty, while another one is about to add its element. */
const RESERVED = ['failing', 'failing', 'failing'] as const;

const boost = (number: number) => ({ ...BOOST, file: 'boost.cpp', flags: kind(number) });
const ck = (number: number) => ({ ...CK, file: 'ck.c', flags: kind(number), expected: RACES });
const camel = (number: number) => ({ ...CAMEL, file: 'moodycamel.cpp', flags: kind(number) });
const urcu = (number: number) => ({ ...URCU, file: 'urcu.c', flags: kind(number), expected: RACES });
const ring = (number: number) => ({ ...DPDK, file: 'dpdk.c', flags: dpdk(number), expected: RACES });
const xenium = (number: number) => ({ ...XENIUM, file: 'xenium.cpp', flags: kind(number), expected: SAFE });

/** What was found, and looked at (docs/evidence/linearizable.md). */
export const LINEAR_LIBRARIES: readonly LinearLibrary[] = [
  { ...boost(1), structure: 'spsc_queue, of 2', calls: 4, expected: SAFE },
  { ...boost(1), structure: 'spsc_queue, of 2', calls: 5, expected: STORE_BUFFERING },
  { ...boost(2), structure: 'stack, of 4', calls: 3, expected: RACES },
  { ...boost(3), structure: 'queue', calls: 3, expected: RACES },
  // Parts of words, and the words as a whole: TSO is not covered.
  { ...boost(4), structure: 'queue, of 2', calls: 3, expected: ['safe', 'unknown', 'failing'] },
  // Happens-before does not order the two producers.
  { ...camel(1), structure: 'ConcurrentQueue', calls: 3, expected: ['failing', 'safe', 'safe'] },
  { ...camel(2), structure: 'ConcurrentQueue, one producer', calls: 3, expected: SAFE },
  {
    ...READER_WRITER,
    ...{ file: 'moodycamel.cpp', flags: kind(3) },
    structure: 'ReaderWriterQueue',
    calls: 3,
    expected: SAFE,
  },
  { ...ck(1), structure: 'ring for two threads, of 1', calls: 4 },
  { ...ck(2), structure: 'ring for many, of 1', calls: 3, expected: RESERVED },
  { ...ck(3), structure: 'fifo for two threads', calls: 4 },
  { ...ck(4), structure: 'fifo for many', calls: 3, expected: ['safe', 'unknown', 'failing'] },
  { ...ck(5), structure: 'stack for many', calls: 3 },
  { ...urcu(1), structure: 'lfstack', calls: 3 },
  { ...urcu(2), structure: 'wfcqueue', calls: 3 },
  { ...urcu(3), structure: 'wfstack', calls: 3 },
  { ...ring(1), structure: 'ring for many, of 1', calls: 3, expected: RESERVED },
  { ...ring(2), structure: 'ring for two threads, of 1', calls: 4 },
  { ...xenium(1), structure: 'michael_scott_queue', calls: 2 },
  { ...xenium(2), structure: 'vyukov_bounded_queue, of 2', calls: 3 },
  { ...xenium(3), structure: 'kirsch_bounded_kfifo_queue', calls: 3, expected: ['failing', 'failing', 'unknown'] },
  {
    package: 'libatomic-queue-dev',
    header: 'atomic_queue/atomic_queue.h',
    structure: 'AtomicQueue2, of 2',
    file: 'others.cpp',
    flags: kind(1),
    calls: 3,
    expected: SAFE,
  },
  {
    package: 'libcds-dev',
    header: 'cds/version.h',
    structure: 'VyukovMPMCCycleQueue, of 2',
    file: 'others.cpp',
    flags: kind(2),
    calls: 3,
    expected: SAFE,
  },
];
