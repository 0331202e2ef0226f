import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GivenModel } from '@fencepost/core';
import type { Case, TruthSet } from '../set.js';
import { INCLUDED, filesBelow } from './files-below.js';

/** GenMC's name of a model in the names of its files, and the name of the model here. */
const MODELS: readonly (readonly [theirs: string, ours: GivenModel])[] = [
  ['rc11.mo', 'rc11'],
  ['sc.mo', 'sc'],
];

/** GenMC's own interface, and what its version of the standard headers declares. Pointers are conditions, too. */
const FLAGS = ['-I', INCLUDED, '-include', 'genmc.h', '-Wno-int-conversion'];

/** Options of GenMC that change neither the verdict nor the number of executions. */
const WITHOUT_EFFECT = /^(?:-disable-(?:ipr|sr|bam|spin-assume)\s*)*$/;

/** GenMC's tests: numbers of executions of correct programs, and programs that fail. */
export const GENMC: TruthSet = {
  name: 'genmc',
  what: 'GenMC’s tests: numbers of executions under RC11 and SC of correct programs, and wrong ones',
  from: 'github.com/MPI-SWS/genmc (tests)',
  cases: (folder) => [...correct(folder), ...wrong(folder)],
  partOf: (id) => /^\S+ \w+/.exec(id)![0],
};

/** The persistency and Linux kernel models are not ours; `relinche` is about the linearizability of libraries. */
const OTHER = /^(?:correct|wrong)\/(?:fs|lkmm|relinche|lapor)\b/;

function correct(folder: string): Case[] {
  return filesBelow(folder, /^correct\/.*\/variants$/).flatMap((variants) =>
    OTHER.test(variants) ? [] : MODELS.flatMap((model) => countsOf(folder, variants, model)),
  );
}

/** The counts of one program: a line each for the options in the file of arguments. */
function countsOf(folder: string, variants: string, [theirs, model]: (typeof MODELS)[number]): Case[] {
  const test = dirname(variants);
  const counts = linesOf(join(folder, test, `expected.${theirs}.in`));
  const options = linesOf(join(folder, test, `args.${theirs}.in`));
  const file = sourcesIn(join(folder, variants))[0];
  // Counts without their arguments belong to an earlier version of the test.
  const isComplete = options.length > 0 || !MODELS.some(([each]) => existsSync(join(folder, test, `args.${each}.in`)));
  if (file === undefined || !isComplete) return [];
  // Without arguments, or with those of other lines, one count must be as good as another.
  if (options.length !== counts.length && new Set(counts.filter((each) => each !== '')).size > 1) return [];
  const seen = new Set<string>();
  return counts.flatMap((count, i): Case[] => {
    const [own = '', flags = ''] = (options[i] ?? '').split('|').map((each) => each.trim());
    // GenMC does not count the orders in which threads arrive at a barrier, unless it is told to.
    const isReduced = !own.includes('-disable-bam') && readFileSync(file, 'utf8').includes('pthread_barrier');
    if (
      isReduced ||
      (options.length > 0 && options[i] === undefined) ||
      !WITHOUT_EFFECT.test(own) ||
      !/^\d+$/.test(count.trim())
    )
      return [];
    const given = flags.split(/\s+/).filter((each) => each !== '');
    // Folders are named from the root of the repository.
    const id = [`${model} ${test}`, ...given].join(' ');
    // Lines that differ in GenMC's options only ask the same of us.
    if (seen.has(id)) return [];
    seen.add(id);
    const compiled = given.map((each) => each.replace(/^-I(?:\.\/)?tests\//, `-I${folder}/`));
    return [
      {
        id,
        expected: `safe ${count.trim()}`,
        question: {
          kind: 'executions',
          files: [file],
          flags: [...FLAGS, ...compiled],
          model,
          counts: 'executions',
          ignoresStuck: true,
        },
        theirs: { options: own.split(/\s+/).filter((each) => each !== ''), flags: compiled },
      },
    ];
  });
}

function wrong(folder: string): Case[] {
  return filesBelow(folder, /^wrong\/.*\/variants\/[^/]*\.c(?:pp)?$/).flatMap((file): Case[] => {
    if (OTHER.test(file)) return [];
    const question = { kind: 'executions', files: [join(folder, file)], flags: FLAGS, model: 'rc11' } as const;
    return [{ id: `rc11 ${file}`, expected: 'fails', question }];
  });
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.c(?:pp)?$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
}
