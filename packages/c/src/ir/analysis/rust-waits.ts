/** A function of Rust's library that is replaced, by its symbol, and the instructions that replace its own. */
interface Replacement {
  readonly of: RegExp;
  /** `%a0`, `%a1`, … are its parameters. */
  readonly body: readonly string[] | ((symbol: string) => readonly string[]);
}

const RETURN = ['ret void'];

/** Mutex: 0 is free, 1 held. Without 2, held with waiters, the owner need not wake anyone. */
const LOCK = [
  'br label %again',
  'again:',
  '%pair = cmpxchg ptr %a0, i32 0, i32 1 acquire monotonic',
  '%taken = extractvalue { i32, i1 } %pair, 1',
  'br i1 %taken, label %done, label %again',
  'done:',
  'ret void',
];

/** Read-write locks: the low 30 bits count readers, or are all set while there is a writer. */
const HOLDERS = 0x3fff_ffff;
/** The most readers there may be is one less than this. */
const MOST_READERS = HOLDERS - 1;
/** A writer waits; no further readers are let in. */
const WRITER_WAITS = 0x8000_0000;

/** A reader waits until there is no writer, and none that waits. It announces nothing, so no unlock wakes it. */
const READ = [
  'br label %again',
  'again:',
  '%state = load atomic i32, ptr %a0 monotonic, align 4',
  `%open = icmp ult i32 %state, ${MOST_READERS}`,
  'br i1 %open, label %try, label %again',
  'try:',
  '%more = add i32 %state, 1',
  '%pair = cmpxchg ptr %a0, i32 %state, i32 %more acquire monotonic',
  '%taken = extractvalue { i32, i1 } %pair, 1',
  'br i1 %taken, label %done, label %again',
  'done:',
  'ret void',
];

/** A writer announces itself before it waits. It may not be the only one, so that it keeps the announcement. */
const WRITE = [
  'br label %again',
  'again:',
  `%others = phi i32 [ 0, %0 ], [ %others, %try ], [ %others, %announce ], [ ${WRITER_WAITS}, %wait ]`,
  '%state = load atomic i32, ptr %a0 monotonic, align 4',
  `%holders = and i32 %state, ${HOLDERS}`,
  '%free = icmp eq i32 %holders, 0',
  'br i1 %free, label %try, label %check',
  'try:',
  `%written = or i32 %state, ${HOLDERS}`,
  '%all = or i32 %written, %others',
  '%pair = cmpxchg ptr %a0, i32 %state, i32 %all acquire monotonic',
  '%taken = extractvalue { i32, i1 } %pair, 1',
  'br i1 %taken, label %done, label %again',
  'check:',
  `%waits = icmp uge i32 %state, ${WRITER_WAITS}`,
  'br i1 %waits, label %wait, label %announce',
  'announce:',
  `%known = or i32 %state, ${WRITER_WAITS}`,
  '%told = cmpxchg ptr %a0, i32 %state, i32 %known monotonic monotonic',
  '%success = extractvalue { i32, i1 } %told, 1',
  'br i1 %success, label %wait, label %again',
  'wait:',
  'br label %again',
  'done:',
  'ret void',
];

/** Who unlocks takes back the announcement of writers, so that they compete with readers. */
const WAKE = [`%pair = cmpxchg ptr %a0, i32 ${WRITER_WAITS}, i32 0 monotonic monotonic`, 'ret void'];

/** Runs the destructors of thread-local variables when the thread ends, without a key for all threads. */
const AT_EXIT = (symbol: string): string[] => [
  `call void @${AT_THREAD_EXIT}(ptr @${symbol.replace(...RUN)})`,
  'ret void',
];
export const AT_THREAD_EXIT = '__fp_rust_at_exit';
/** With v0, the symbol of a function within another one has one more `Nv`. */
const RUN = [/^_RNv(.*)$/, '_RNvNv$13run'] as const;

/** Symbols with v0 (RFC 2603) or legacy mangling. */
const REPLACEMENTS: readonly Replacement[] = [
  { of: /^(?:_R\w*|_ZN)3std3sys4sync5mutex5futex(?:NtB\w_)?5Mutex14lock_contended/, body: LOCK },
  { of: /^(?:_R\w*|_ZN)3std3sys4sync6rwlock5futex(?:NtB\w_)?6RwLock14read_contended/, body: READ },
  { of: /^(?:_R\w*|_ZN)3std3sys4sync6rwlock5futex(?:NtB\w_)?6RwLock15write_contended/, body: WRITE },
  { of: /^(?:_R\w*|_ZN)3std3sys4sync6rwlock5futex(?:NtB\w_)?6RwLock22wake_writer_or_readers/, body: WAKE },
  { of: /^(?:_R\w*|_ZN)3std4sync4mpmc5utils(?:NtB\w_)?7Backoff10spin_(?:heavy|light)/, body: RETURN },
  // Closures that wait until a channel is no longer empty or full. Without them, `recv` and `send` try again.
  { of: /^_RNCNv\w*3std4sync4mpmc(?:4list|5array)INtB\w_7Channel\w+E4(?:recv|send)(?:s\w*_)?0/, body: RETURN },
  {
    of: /^_ZN3std4sync4mpmc(?:4list|5array)\d+Channel\$LT\$T\$GT\$4(?:recv|send)\d+_\$u7b\$\$u7b\$closure/,
    body: RETURN,
  },
  // Stacks for a handler of signals, of which there are none.
  { of: /^(?:_R\w*|_ZN)3std3sys3pal4unix14stack_overflow3imp12make_handler/, body: ['ret ptr null'] },
  { of: /^(?:_R\w*|_ZN)3std3sys3pal4unix14stack_overflow3imp12drop_handler/, body: RETURN },
  { of: /^_RNv\w*3std3sys12thread_local5guard3key6enable$/, body: AT_EXIT },
];

/**
 * Returns what a function of Rust's library does here instead, so that a thread that waits does so in a loop that
 * changes nothing, however long the wait; undefined if it stays as it is.
 */
export function waitingBody(symbol: string): readonly string[] | undefined {
  const found = REPLACEMENTS.find(({ of }) => of.test(symbol));
  return typeof found?.body === 'function' ? found.body(symbol) : found?.body;
}
