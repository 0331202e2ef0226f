import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Case, TruthSet } from '../set.js';
import { filesBelow } from './files-below.js';

/** SV-COMP before 2019: the verdict is part of the name of the file. */
export const SVCOMP_NAMES: TruthSet = {
  name: 'svcomp-names',
  what: 'tasks of SV-COMP up to 2018, with the verdict in the name of the file: unreach-call',
  from: 'github.com/dopelsunce/sv-benchmarks (c/pthread*, c/ldv-*races, c/divine)',
  scored: true,
  partOf: (id) => id.split('/')[0]!,
  cases: (folder) =>
    filesBelow(folder, /_(?:true|false)-unreach-call.*\.[ci]$/).flatMap((name): Case[] => {
      const file = join(folder, name);
      // The preprocessed version is the task.
      if (/^\s*#\s*include\b/m.test(readFileSync(file, 'utf8'))) return [];
      const { pointers, isIgnored } = settings(dirname(file));
      if (isIgnored) return [];
      const expected = name.includes('_true-unreach-call');
      const task = {
        file,
        sources: [file],
        property: 'unreach-call',
        expected,
        subproperty: undefined,
        pointers,
      } as const;
      return [{ id: name, expected: String(expected), question: { kind: 'property', task } }];
    }),
};

/** Returns what the makefile of the folder, or of the one above, says about its tasks. */
function settings(folder: string): { readonly pointers: 32 | 64; readonly isIgnored: boolean } {
  const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const pointers = /^CC\.Arch\s*:=\s*64$/m.test(textOf(join(folder, 'Makefile'))) ? 64 : 32;
  const isIgnored = /^IGNORE_DIRS\s*:=\s*\.\/model\/$/m.test(textOf(join(folder, '../Makefile')));
  return { pointers, isIgnored: isIgnored && folder.endsWith('/model') };
}
