import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case, TruthSet } from '../set.js';
import { filesBelow } from './files-below.js';

/** SV-COMP before 2019: the verdict is part of the name of the file. */
export const SVCOMP_NAMES: TruthSet = {
  name: 'svcomp-names',
  what: 'tasks of SV-COMP up to 2018, with the verdict in the name of the file: unreach-call',
  from: 'github.com/dopelsunce/sv-benchmarks (c/pthread*, c/ldv-*races, c/divine)',
  cases: (folder) =>
    filesBelow(folder, /_(?:true|false)-unreach-call.*\.[ci]$/).flatMap((name): Case[] => {
      const file = join(folder, name);
      // The preprocessed version is the task.
      if (/^\s*#\s*include\b/m.test(readFileSync(file, 'utf8'))) return [];
      const expected = name.includes('_true-unreach-call');
      const task = {
        file,
        sources: [file],
        property: 'unreach-call',
        expected,
        subproperty: undefined,
        pointers: 32,
      } as const;
      return [{ id: name, expected: String(expected), question: { kind: 'property', task } }];
    }),
};
