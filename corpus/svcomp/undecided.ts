/** Our own tasks that we do not decide, and must not guess: program and property. */
export const UNDECIDED: ReadonlySet<string> = new Set([
  // Too many values.
  'assumed_by_another unreach-call',
  'computed_hidden unreach-call',
  'long_hidden unreach-call',
  'wrapped unreach-call',
  // Memory without a value may have any.
  'extern_variable unreach-call',
  'heap_copied unreach-call',
  'heap_hit unreach-call',
  'unset_local unreach-call',
  'unset_passed unreach-call',
  // Too many iterations, or threads.
  'open_loop_deep unreach-call',
  // Leaks are not searched for.
  'mem_handed_over valid-memsafety',
]);
