import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GivenModel } from '@fencepost/core';
import type { Case, TruthSet } from '../set.js';

/** Dartagnan's table of a model, and the name of the model here. */
const TABLES: readonly (readonly [table: string, model: GivenModel])[] = [
  ['ARM8', 'aarch64'],
  ['TSO', 'tso'],
  ['RC11', 'rc11'],
];

/** Dartagnan's litmus tests: whether the condition of each holds. */
export const DARTAGNAN_LITMUS: TruthSet = {
  name: 'dartagnan-litmus',
  what: 'litmus tests for ARMv8, x86 and C11: whether the condition holds',
  from: 'github.com/hernanponcedeleon/Dat3M (its root: litmus and dartagnan/src/test/resources)',
  partOf: (id) => id.split(' ')[0]!,
  cases: (folder) =>
    TABLES.flatMap(([table, model]) =>
      readFileSync(join(folder, 'dartagnan/src/test/resources', `${table}-expected.csv`), 'utf8')
        .split('\n')
        // The tables name a few tests that are not shipped.
        .filter((line) => line !== '' && existsSync(join(folder, line.split(',')[0]!)))
        .map((line): Case => {
          const [path, holds] = line.split(',');
          return {
            id: `${model} ${path}`,
            expected: holds === '1' ? 'holds' : 'does not hold',
            question: { kind: 'litmus', file: join(folder, path!), model },
          };
        }),
    ),
};
