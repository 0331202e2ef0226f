import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SETS } from './sets.js';
import type { Tally } from './tally.js';

const here = dirname(fileURLToPath(import.meta.url));

/** The numbers that the docs show; beside the sources, from where tests run this file, or above `dist`. */
export const PUBLISHED = ['results.json', '../results.json']
  .map((each) => join(here, each))
  .find((each) => existsSync(each))!;

export function readTallies(file: string): Tally[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Tally[];
}

/** Puts these tallies in place of those of the same parts of the same set. */
export function publish(file: string, tallies: readonly Tally[]): void {
  const isReplaced = (old: Tally): boolean => tallies.some(({ set, part }) => set === old.set && part === old.part);
  const all = [...readTallies(file).filter((old) => !isReplaced(old)), ...tallies];
  const placeOf = ({ set }: Tally): number => SETS.findIndex(({ name }) => name === set);
  all.sort((a, b) => placeOf(a) - placeOf(b) || (a.part < b.part ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
}
