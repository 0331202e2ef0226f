import type { Row } from './results.js';

/** Cases whose expected answer rests on another definition than ours, or that we do not look for, with the argument. */
interface Explained {
  readonly set: string;
  readonly id: RegExp;
  /** Our answer. Any other one is wrong. */
  readonly answer: string;
  readonly why: string;
}

const EXPLAINED: readonly Explained[] = [
  {
    set: 'svcomp-names',
    id: /^pthread\/triangular(?:-longer|-longest)?_true-unreach-call\.i$/,
    answer: 'false',
    why:
      'In this copy of the set, a thread stores j (j + 1) / 2 to i and another one i (i + 1) / 2 to j, where i is 3 and j is ' +
      '6 at first. One round of each makes 21 of i and 231 of j, but the program takes more than 91 for an error. (Elsewhere ' +
      'the set has j + 1 and i + 1, and the verdict is right.) So the error can be reached.',
  },
  {
    set: 'dartagnan-litmus',
    id: /^rc11 litmus\/C11\/manual\/imm-R2\.litmus$/,
    answer: 'holds',
    why:
      'P1 adds to x and then stores to x, relaxed; P2 reads that store and acquires. In C++11 the store belongs to the ' +
      'release sequence that the addition heads, because it is of the same thread. C++20 (P0982R1) removed such stores ' +
      'from release sequences: only read-modify-writes continue one. So P2 does not synchronise, and may read y = 0.',
  },
  {
    set: 'dartagnan-litmus',
    // At distance 0 the access is aligned.
    id: /^aarch64 litmus\/AARCH64\/mixed\/(LB\+data\+data-misaligned|MP(\+dmbsy)?\+misaligned2\+[1-9]\d*x?(\+addr)?)\.litmus$/,
    answer: 'holds',
    why:
      'The access is not aligned to its size. The set takes it as one. By the architecture (Arm ARM, B2.2.1) only ' +
      'aligned accesses are single-copy atomic; others are accesses to bytes, and the outcome shows one in two parts. ' +
      'FEAT_LSE2, which makes those within 16 aligned bytes atomic, is not assumed.',
  },
  {
    set: 'dartagnan-c',
    id: /^arm64 Miscellaneous (?:idd_dynamic|verifierAssert)$/,
    answer: 'safe',
    why:
      'The failure takes load buffering: a store before an earlier load of its thread. The model arm64 leaves it out, ' +
      'because it does not know which dependencies forbid it.',
  },
  {
    set: 'dartagnan-c',
    id: /^tso Liveness nontermination\/nontermination(?:_complex)?$/,
    answer: 'safe',
    why:
      'A thread misses the value that it waits for again and again, although others store it. Fencepost reports threads ' +
      'that no thread can release any more.',
  },
  {
    set: 'dartagnan-c',
    id: /^arm64 Mixed memtrack1-fail$/,
    answer: 'safe',
    why: 'The last pointer to allocated memory is overwritten. Fencepost does not look for leaks.',
  },
  {
    set: 'ultimate',
    id: /^pthreads\/races\/regression\/bitewise-write-disjoint\.c$/,
    answer: 'fails',
    why:
      'main returns without joining the thread, which writes to a variable of main. The lifetime of that variable has ' +
      'ended then (C11, 5.1.2.2.3), and the write races with its end.',
  },
  {
    set: 'ultimate',
    id: /^pthreads\/regression\/ex1\.c$/,
    answer: 'fails',
    why: 'pthread_join stores a pointer of eight bytes into a variable of four.',
  },
  {
    set: 'goblint',
    id: /^04-mutex\/94-thread-unsafe_fun_rc\.c$/,
    answer: 'true',
    why:
      'Two threads call rand(). POSIX does not require rand to be thread-safe; that of glibc takes a lock, and ours ' +
      'accesses no memory of the program.',
  },
  {
    set: 'goblint',
    id: /^45-escape\/49-fresh-alloca\.c$/,
    answer: 'false',
    why: 'main returns without joining the thread, which writes to memory of main (alloca) that has ended then.',
  },
  {
    set: 'goblint',
    id: /^45-escape\/51-fresh-global\.c$/,
    answer: 'true',
    why:
      'main writes to the object before it starts the only thread that accesses it. Goblint warns, because a pointer ' +
      'to the object is in a global variable, which that thread does not read.',
  },
  {
    set: 'goblint',
    id: /^53-races-mhp\/(?:16-convoluted|44-dl_cl_transitive_create)_racefree\.c$/,
    answer: 'false',
    why:
      'main reads id3 for pthread_join, while another thread writes it in pthread_create: nothing orders these accesses. ' +
      'The annotations are about another variable.',
  },
  {
    set: 'genmc',
    id: /^rc11 correct\/litmus\/WWmerge1$/,
    answer: 'safe 18',
    why:
      'RC11 (Lahav and others 2017) orders two seq_cst accesses by sb≠loc; hb; sb≠loc: accesses to another location come ' +
      'in between. GenMC 0.11 leaves out the condition on locations, and so forbids an execution in which two stores to ' +
      'x could be merged.',
  },
  {
    set: 'genmc',
    id: /^rc11 correct\/litmus\/Z6\.U$/,
    answer: 'safe 24',
    why:
      'The same condition: the two halves of the addition to y access the same location, so they are not sb≠loc. So ' +
      'two more executions are consistent.',
  },
  {
    set: 'miri',
    id: /^genmc\/pass\/litmus\/Z6_U\.rs weak$/,
    answer: 'safe 24',
    why: 'As Z6.U of the set genmc.',
  },
  {
    set: 'miri',
    id: /^genmc\/fail\/data_race\/atomic_ptr_alloc_race\.rs dealloc$/,
    answer: 'safe',
    why:
      'A thread frees memory whose allocation does not happen before. No thread accesses the memory, so for us it has ' +
      'no cells, and neither its allocation nor its end is an event. We do not look for this.',
  },
  ...counts(
    {
      'ipr/lock-nested': 'safe 12',
      'sr/ainc': 'safe 2',
      'sr/conf-loop-small': 'safe 744',
      'sr/conf-loop': 'safe 128160',
    },
    'Some threads are alike. GenMC counts executions that differ only by their names once; this count does not.',
  ),
  ...counts(
    { 'saver/spin-cas7': 'safe 3' },
    'The other execution has one more compare-and-swap that fails and is repeated, and does the same otherwise.',
  ),
  {
    set: 'genmc',
    id: /^(?:rc11|sc) correct\/saver\/help-cas$/,
    answer: 'safe 2',
    why: 'The annotations `helped` and `helping` say that the executions need not be told apart. They have no effect here.',
  },
  {
    set: 'genmc',
    id: /^(?:rc11|sc) correct\/saver\/spin-2cas-se$/,
    answer: 'safe 2',
    why:
      'The thread may store 17 before the other stores 42, read 42 in the next comparison, and end. That execution is ' +
      'valid; GenMC does not count it.',
  },
  ...counts(
    { 'saver/spin-cas4': 'safe 4', 'saver/spin-load': 'safe 3' },
    'A thread enters its loop, reads what it waits for, and ends. Such executions are valid; GenMC does not count them.',
  ),
  ...counts(
    {
      'data-structures/twalock': 'safe 2',
      'data-structures/stc-opt': 'safe 181',
      'data-structures/treiber-stack': 'safe 6',
      'saver/spin-cas5': 'safe 2',
    },
    'The others contain an iteration that fails and is repeated: they do what one without it does. If such iterations ' +
      'are followed, the numbers are equal.',
  ),
  {
    set: 'genmc',
    id: /^rc11 correct\/saver\/spin-fmutex$/,
    answer: 'safe 1611',
    why:
      'A thread that sleeps until a mutex is released is woken for another mutex, and sleeps again. That round changes ' +
      'nothing. If rounds are counted in a variable, so that these executions differ, both tools find 1719.',
  },
  ...counts(
    { 'synthetic/SharedPtr -DN=100': 'safe 18', 'synthetic/publish': 'safe 2' },
    'A loop reads the same write several times, and only counts how often. Executions that differ in this number are ' +
      'explored once, unless the number is used.',
  ),
  {
    set: 'genmc',
    id: /^rc11 wrong\/helper\/final0\//,
    answer: 'safe',
    why: 'The failure is that an annotation does not hold. Annotations have no effect here.',
  },
  {
    set: 'genmc',
    id: /^rc11 wrong\/infr\/alloc-invalid-(?:align|size)\//,
    answer: 'safe',
    why: 'Since C17 aligned_alloc fails if it does not support the alignment; malloc of too much returns a null pointer.',
  },
  {
    set: 'genmc',
    id: /^rc11 wrong\/barriers\/multiple-inits\//,
    answer: 'safe',
    why: 'A barrier is initialised twice, in order. Fencepost does not look for that.',
  },
  {
    set: 'genmc',
    id: /^rc11 wrong\/memory\/stack-uninit\//,
    answer: 'safe',
    why: 'A thread reads a variable without a value, and does not use it. Fencepost does not look for that.',
  },
  {
    set: 'esbmc',
    id: /^esbmc-unix\/github_6831_(?:hashing_sound|sleep_sets|sleep_sets_hash|stats|stats_hash)$/,
    answer: 'fails',
    why: 'Two threads increment x without a lock. ESBMC takes `x++` for one step; in C it is a load and a store.',
  },
  {
    set: 'esbmc',
    id: /^esbmc-unix\/(?:github_152_success2|03_bluetooth_driver_02)$/,
    answer: 'fails',
    why: 'main returns without joining the thread, which reads a variable of main whose lifetime has ended.',
  },
  {
    set: 'esbmc',
    id: /^esbmc-unix2\/github_586_2$/,
    answer: 'fails',
    why: 'main returns without joining a thread that waits forever. Unless it is detached, a join was forgotten.',
  },
  {
    set: 'esbmc',
    id: /^(?:esbmc-unix\/00_race11|esbmc-unix2\/01_pthread7)$/,
    answer: 'fails',
    why: 'main destroys the mutex without joining the thread, which may lock it afterwards.',
  },
  {
    set: 'esbmc',
    id: /^esbmc-unix2\/01_pthread27$/,
    answer: 'fails',
    why: 'A thread reads a variable that was never given a value.',
  },
  {
    set: 'esbmc',
    id: /^esbmc-unix2\/01_pthread(?:70|72)$/,
    answer: 'fails',
    why: 'POSIX leaves undefined what pthread_detach does with the id of a joined thread, or of none.',
  },
  {
    set: 'esbmc',
    id: /^esbmc-unix2\/01_pthread(?:60|62)$/,
    answer: 'safe',
    why:
      'ESBMC reports a deadlock with at most one context switch. A thread checks what it waits for with the lock held; ' +
      'the other changes it with the lock held and wakes the first one afterwards. No wake-up is lost.',
  },
];

/** Counts of correct programs of GenMC that differ for the same reason, under both models. */
function counts(answers: Readonly<Record<string, string>>, why: string): Explained[] {
  return Object.entries(answers).map(([id, answer]) => ({
    set: 'genmc',
    id: new RegExp(`^(?:rc11|sc) correct/${id}$`),
    answer,
    why,
  }));
}

/** Returns why our answer may differ from the expected one; undefined if nothing explains it. */
export function explanationOf({ set, id, answer }: Pick<Row, 'set' | 'id' | 'answer'>): string | undefined {
  return EXPLAINED.find((each) => each.set === set && each.id.test(id) && each.answer === answer)?.why;
}
