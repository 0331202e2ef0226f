/**
 * Why an answer is undecided, by what the detail says. An answer may have several reasons: the first of this list that
 * applies is what more time would not mend, so time comes last.
 */
const CAUSES: readonly (readonly [cause: string, says: RegExp])[] = [
  ['open values', /open value/],
  ['missing functions', /C_LINK|is not defined in these files|neither defined nor supported/],
  ['assembly', /assembly/],
  ['mixed sizes', /MIXED_SIZE|mixed sizes/],
  ['memory without a value', /without a value/],
  ['threads without end', /THREAD_LIMIT|(?:more than|too many) .*threads/],
  ['leaks', /leaks are not looked for/],
  ['shifts', /shifts are not looked at/],
  ['fairness', /loops that wait are taken to end/],
  ['compiler', /C_COMPILE|C_TOOLCHAIN|C_INCLUDE_PATH|cannot be compiled/],
  ['not modelled', /^[A-Z]+_[A-Z_]+: |races that depend on/],
  ['memory', /out-of-memory/],
  // Another failure than the question asks for: what happens after it means nothing.
  ['undefined behaviour', /^(?:null pointer|unreachable code|access |use after|free of|division)/],
  ['long loops', /: only [\d,]+ (?:iterations?|operations?|times|rounds)|loop/],
  [
    'time',
    /the search .*ended after|its thread has ended: timeout|no execution finished|not started|only some executions/,
  ],
];

/** Returns the cause of an undecided answer, as the tables show it. */
export function causeOf(detail: string): string {
  return CAUSES.find(([, says]) => says.test(detail))?.[0] ?? 'other';
}
