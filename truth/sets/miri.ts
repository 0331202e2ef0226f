import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case, TruthSet } from '../set.js';
import { filesBelow } from './files-below.js';

/** Miri's tests of its GenMC mode, with numbers of executions, and its tests of data races. */
export const MIRI: TruthSet = {
  name: 'miri',
  what: 'Miri’s tests of GenMC under RC11 and SC (numbers of executions, failures), and of data races; they need rustc',
  from: 'github.com/rust-lang/miri (tests)',
  cases: (folder) => [
    ...filesBelow(folder, /^genmc\/(?:pass|fail)\/.*\.rs$/).flatMap((file) => variantsOf(folder, file)),
    ...filesBelow(folder, /^fail\/data_race\/.*\.rs$/).map((file) => failing(folder, file, [])),
  ],
};

/** The cases of one file: one for each revision, whose name `cfg` knows. */
function variantsOf(folder: string, file: string): Case[] {
  const text = readFileSync(join(folder, file), 'utf8');
  const names = /^\/\/@ ?revisions: (.*)$/m.exec(text)?.[1]?.split(' ');
  if (file.startsWith('genmc/fail/')) return (names ?? [[]]).map((cfg) => failing(folder, file, [cfg].flat()));
  return (names ?? [undefined]).flatMap((revision): Case[] => {
    const printed = join(folder, file.replace(/rs$/, revision === undefined ? 'stderr' : `${revision}.stderr`));
    const said = existsSync(printed) ? readFileSync(printed, 'utf8') : '';
    const count = /Verification complete with (\d+) executions\. No errors/.exec(said)?.[1];
    if (count === undefined) return [];
    const sc = new RegExp(`^//@ ?(?:\\[${revision}\\])?compile-flags:.*-disable-weak-memory-emulation`, 'm').test(text);
    const cfg = revision === undefined ? [] : [revision];
    const rust = { folder, file: join(folder, file), cfg };
    const question = { ...EXECUTIONS, rust, model: sc ? 'sc' : 'rc11', counts: 'executions' } as const;
    return [{ id: [file, ...cfg].join(' '), expected: `safe ${count}`, question }];
  });
}

const EXECUTIONS = { kind: 'executions', files: [], flags: [], ignoresStuck: true } as const;

function failing(folder: string, file: string, cfg: readonly string[]): Case {
  const rust = { folder, file: join(folder, file), cfg };
  const question = { ...EXECUTIONS, rust, model: 'rc11' } as const;
  return { id: [file, ...cfg].join(' '), expected: 'fails', question };
}
