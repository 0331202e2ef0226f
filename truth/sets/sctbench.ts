import { join } from 'node:path';
import type { Case, TruthSet } from '../set.js';
import { filesBelow } from './files-below.js';

/** Names of programs that fail and of those that do not. A satisfiable formula of the philosophers is a deadlock. */
const FAILS = /_(?:bad|sat)\.c$/;
const SAFE = /_(?:ok|unsat)\.c$/;

/** The small programs of SCTBench, whose names say whether they have a bug. */
export const SCTBENCH: TruthSet = {
  name: 'sctbench',
  what: 'the small programs of SCTBench (Thomson, Donaldson and Betts, TOPC 2016): known bugs and repaired versions, under SC',
  from: 'github.com/mc-imperial/sctbench (benchmarks/concurrent-software-benchmarks)',
  cases: (folder) =>
    filesBelow(folder, /\.c$/).flatMap((name): Case[] => {
      if (!FAILS.test(name) && !SAFE.test(name)) return [];
      const question = { kind: 'executions', files: [join(folder, name)], flags: [], model: 'sc' } as const;
      return [{ id: name, expected: FAILS.test(name) ? 'fails' : 'safe', question }];
    }),
};
