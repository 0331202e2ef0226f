import type { Expectation } from './expectation.js';

/** Returns the name of the program for readers of the corpus. */
export function title(group: string, { file, flags = [] }: Expectation): string {
  return [`${group}/${file}`, ...flags].join(' ');
}
