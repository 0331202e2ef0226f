import type { Expectation } from './expectation.js';

/** The program as a reader of the corpus would name it. */
export function title(group: string, { file, flags = [] }: Expectation): string {
  return [`${group}/${file}`, ...flags].join(' ');
}
