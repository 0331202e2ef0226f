/** Assertions that look inside their arguments. */
export const DEEP: readonly string[] = [
  ...['deepEqual', 'deepStrictEqual', 'notDeepEqual', 'notDeepStrictEqual', 'partialDeepStrictEqual'],
];
