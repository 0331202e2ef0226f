/** Assertions that read what is within their arguments. */
export const DEEP: readonly string[] = [
  ...['deepEqual', 'deepStrictEqual', 'notDeepEqual', 'notDeepStrictEqual', 'partialDeepStrictEqual'],
];
