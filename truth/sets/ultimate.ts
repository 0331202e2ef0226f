import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case, TruthSet } from '../set.js';
import { filesBelow } from './files-below.js';

/** Ultimate's concurrent programs. Those whose assertions are annotations for Ultimate (ACSL) are omitted. */
export const ULTIMATE: TruthSet = {
  name: 'ultimate',
  what: 'Ultimate’s concurrent programs in C, whose first line says whether they are safe, under SC',
  from: 'github.com/ultimate-pa/ultimate (trunk/examples/concurrent)',
  cases: (folder) =>
    filesBelow(folder, /\.[ci]$/).flatMap((name): Case[] => {
      const text = readFileSync(join(folder, name), 'utf8');
      const verdict = /\/\/\s*#(Safe|Unsafe)\b/.exec(text)?.[1];
      if (verdict === undefined || /\/\/@|\/\*@/.test(text)) return [];
      const races = name.includes('races/');
      const question = {
        kind: 'executions',
        files: [join(folder, name)],
        flags: ['-Wno-int-conversion'],
        model: 'sc',
        races,
      } as const;
      return [{ id: name, expected: verdict === 'Safe' ? 'safe' : 'fails', question }];
    }),
};
