/** What a call to the library does to memory, other than synchronisation. */
export interface Effect {
  /** By argument: what happens to what it points to. The last one holds for all further arguments. */
  readonly arguments: readonly ('reads' | 'writes' | 'synchronises' | 'nothing')[];
  /** The result: new memory, memory of the thread, an argument, or a number. */
  readonly result: 'heap' | 'own' | number | undefined;
  /** Copies what one argument points to, to another. */
  readonly copies?: { readonly to: number; readonly from: number };
  /** The argument with the number of bytes accessed. */
  readonly length?: number;
}

/**
 * A letter by argument (`r` reads, `w` writes, `s` synchronises, `-` nothing), the result (`=0`: argument 0; `=h`: new
 * memory; `=o`: memory of the thread), and the place of the number of bytes (`#2`).
 */
const EFFECTS: Readonly<Record<string, string>> = {
  // Processes, time, output
  'sleep usleep sched_yield pthread_yield thrd_yield abort exit _exit _Exit rand srand random srandom clock getpid gettid getppid': '-',
  '__assert_fail __assert perror puts system unlink remove rmdir chdir access': 'r',
  'printf vprintf dprintf syslog': 'r',
  'fprintf fputs fputc fflush fclose putc': 'r',
  'putchar getchar isatty close getpagesize': '-',
  'sprintf': 'wr',
  'snprintf': 'w-r',
  'nanosleep thrd_sleep': 'rw',
  'time': 'w',
  'gettimeofday clock_gettime': 'ww',
  // Memory and strings
  'malloc calloc valloc aligned_alloc': '- =h',
  '__errno_location': '- =o',
  'free cfree': 'w',
  'memset': 'w-- =0 #2',
  'memcmp': 'rr- #2',
  'strlen strnlen atoi atol atoll atof': 'r',
  'strcmp strncmp strcasecmp strncasecmp': 'rr',
  'strcpy strncpy strcat strncat': 'wr =0',
  'strchr strrchr': 'r =0',
  'strstr': 'rr =0',
  'strdup': 'r =h',
  'strerror': '- =h',
  'abs labs llabs toupper tolower isdigit isalpha isspace isalnum isupper islower isxdigit ispunct isprint': '-',
  'ffs ffsl ffsll': '-',
  // Attributes, and objects that order nothing here
  'pthread_attr_init pthread_attr_destroy pthread_mutexattr_init pthread_mutexattr_destroy pthread_condattr_init pthread_condattr_destroy pthread_rwlockattr_init pthread_rwlockattr_destroy': 'w',
  'pthread_attr_setdetachstate pthread_attr_setstacksize pthread_attr_setscope pthread_mutexattr_settype': 'w',
  'pthread_attr_getdetachstate pthread_attr_getstacksize': 'rw',
  'pthread_detach pthread_equal thrd_equal thrd_detach': '-',
  'pthread_mutex_init pthread_mutex_destroy pthread_spin_init pthread_spin_destroy pthread_rwlock_init pthread_rwlock_destroy mtx_init mtx_destroy': 'wr',
  'pthread_cond_init pthread_cond_destroy cnd_init cnd_destroy sem_init sem_destroy pthread_barrier_init pthread_barrier_destroy': 'wr',
  'pthread_cond_signal pthread_cond_broadcast cnd_signal cnd_broadcast pthread_barrier_wait': 's',
  'pthread_cond_wait pthread_cond_timedwait cnd_wait cnd_timedwait': 'ssr',
  'sem_wait sem_post sem_trywait': 's',
  'sem_timedwait': 'sr',
  'sem_getvalue': 'sw',
  // Tasks of SV-COMP
  '__VERIFIER_assume assume_abort_if_not __VERIFIER_assert __VERIFIER_error reach_error': '-',
}; // prettier-ignore

const LETTERS = { r: 'reads', w: 'writes', s: 'synchronises', '-': 'nothing' } as const;

const RESULTS: ReadonlyMap<string, 'heap' | 'own'> = new Map([
  ['h', 'heap'],
  ['o', 'own'],
]);

const BY_NAME: ReadonlyMap<string, Effect> = new Map(
  Object.entries(EFFECTS).flatMap(([names, text]) => names.split(' ').map((name) => [name, parsed(text)] as const)),
);

const COPY = /^llvm\.mem(?:cpy|move)\./;
/** Intrinsics on numbers, and marks. */
const NOTHING =
  /^llvm\.(?:lifetime|dbg|expect|assume|trap|debugtrap|invariant|[us](?:add|sub|mul)\.(?:with\.overflow|sat)|[us](?:max|min)|abs|bswap|bitreverse|ct(?:pop|lz|tz)|fsh[lr]|objectsize|is\.constant|fabs|floor|ceil|sqrt|fmuladd|stacksave|stackrestore|prefetch|donothing|is\.fpclass|annotation|var\.annotation)\b/;
const OPEN_VALUE = /^__VERIFIER_nondet_(?!pointer$)/;

const NONE: Effect = { arguments: ['nothing'], result: undefined };

/** Returns what the library function does; undefined if that is not known. `name` has no `@`. */
export function effectOf(name: string): Effect | undefined {
  if (COPY.test(name) || name === 'memcpy' || name === 'memmove') {
    return { arguments: ['writes', 'reads', 'nothing'], result: 0, copies: { to: 0, from: 1 }, length: 2 };
  }
  if (name.startsWith('llvm.memset.')) return { arguments: ['writes', 'nothing'], result: undefined, length: 2 };
  // The end of a variable is like a write.
  if (name.startsWith('llvm.lifetime.end')) return { arguments: ['writes'], result: undefined };
  if (NOTHING.test(name) || OPEN_VALUE.test(name)) return NONE;
  if (name.startsWith('llvm.threadlocal.address')) return { arguments: ['nothing'], result: 0 };
  return BY_NAME.get(name);
}

function parsed(text: string): Effect {
  const [letters = '', ...rest] = text.split(' ');
  const result = rest.find((word) => word.startsWith('='))?.slice(1);
  const length = rest.find((word) => word.startsWith('#'))?.slice(1);
  return {
    arguments: letters.split('').map((letter) => LETTERS[letter as keyof typeof LETTERS]),
    result: result === undefined ? undefined : (RESULTS.get(result) ?? Number(result)),
    ...(length !== undefined && { length: Number(length) }),
  };
}
