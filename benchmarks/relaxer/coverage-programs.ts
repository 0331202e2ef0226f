import { join } from 'node:path';
import { DEFAULT_BOUNDS, build, compiledProgram } from '@fencepost/c';
import type { Program } from '@fencepost/core';
import type { Expectation } from '../../corpus/expectation.js';
import { corpus } from '../../corpus/index.js';
import { REPOSITORY } from '../repository.js';

const FOLDER = join(REPOSITORY, 'corpus');

export interface Subject {
  readonly name: string;
  readonly load: () => Promise<Program>;
}

/** The programs of the corpus that can be compiled and do not take long. */
export const SUBJECTS: readonly Subject[] = corpus.flatMap(({ group, expectations }) =>
  expectations
    .filter(({ error, slow }) => error === undefined && slow !== true)
    .map((expectation) => ({
      name: [`${group}/${expectation.file}`, ...(expectation.flags ?? [])].join(' '),
      load: () => load(group, expectation),
    })),
);

async function load(group: string, { file, flags = [], unroll }: Expectation): Promise<Program> {
  const built = await build({ files: [join(FOLDER, group, file)], flags: [...flags] });
  return compiledProgram(file, built, unroll === undefined ? DEFAULT_BOUNDS : { ...DEFAULT_BOUNDS, unroll });
}
