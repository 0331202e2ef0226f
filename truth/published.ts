import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Beside } from './beside/beside.js';
import { SETS } from './sets.js';
import type { Tally } from './tally.js';

const here = dirname(fileURLToPath(import.meta.url));

/** The numbers that the docs show. */
export const PUBLISHED = fileOf('results.json');
/** Those of both tools, where another one runs beside ours. */
export const BESIDE = fileOf('beside.json');

/** Beside the sources, from where tests run this file, or above `dist`. */
function fileOf(name: string): string {
  return [name, `../${name}`].map((each) => join(here, each)).find((each) => existsSync(each))!;
}

export function readTallies(file: string): Tally[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Tally[];
}

export function readBeside(file: string): Beside[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Beside[];
}

/** Puts these tallies in place of those of the same parts of the same set. */
export function publish(file: string, tallies: readonly Tally[]): void {
  const isReplaced = (old: Tally): boolean => tallies.some(({ set, part }) => set === old.set && part === old.part);
  const all = [...readTallies(file).filter((old) => !isReplaced(old)), ...tallies];
  const placeOf = ({ set }: Tally): number => SETS.findIndex(({ name }) => name === set);
  all.sort((a, b) => placeOf(a) - placeOf(b) || (a.part < b.part ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
}
