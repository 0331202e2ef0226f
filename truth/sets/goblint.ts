import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case, TruthSet } from '../set.js';
import { INCLUDED, filesBelow } from './files-below.js';
import type { Task } from './svcomp-task.js';

/** Says that the accesses of a line race. Without the exclamation mark, Goblint may warn although they do not. */
const RACES = /\/\/\s*RACE!/;
const RACES_NOT = /\/\/\s*NORACE/;
/** Goblint warns here although there is no race, or does not warn although there is one. */
const KNOWN_ERROR = /\/\/.*\b(?:TODO|FIXME|UNKNOWN|imprecis\w*|unsound\w*)\b/i;

/** Options that make Goblint ignore races of a kind, or assume that `pthread_mutex_lock` can fail. */
const OTHER = /\/\/ PARAM:.*(?:--disable ana\.race\.|sem\.lock\.fail)/;

/** Goblint's regression tests with annotations of races. */
export const GOBLINT: TruthSet = {
  name: 'goblint',
  what: 'Goblint’s regression tests whose lines say that they race or do not, under SC',
  from: 'github.com/goblint/analyzer (tests/regression)',
  cases: (folder) =>
    filesBelow(folder, /\.c$/).flatMap((name): Case[] => {
      const file = join(folder, name);
      const text = readFileSync(file, 'utf8');
      const lines = text.split('\n').filter((line) => RACES.test(line) || RACES_NOT.test(line));
      if (
        lines.length === 0 ||
        OTHER.test(text) ||
        lines.some((line) => KNOWN_ERROR.test(line)) ||
        !text.includes('pthread_create')
      )
        return [];
      const races = lines.some((line) => RACES.test(line));
      // Only lines without a race were looked at: others may race.
      if (!races && /\/\/\s*RACE/.test(text)) return [];
      const task: Task = {
        ...{ file, sources: [file], pointers: 64, flags: ['-I', INCLUDED] },
        ...{ property: 'no-data-race', expected: !races, subproperty: undefined },
      };
      return [{ id: name, expected: races ? 'false' : 'true', question: { kind: 'property', task } }];
    }),
};
