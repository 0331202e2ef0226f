import { join } from 'node:path';
import type { GivenModel } from '@fencepost/core';
import type { Case, TruthSet } from '../set.js';
import { filesBelow } from './files-below.js';

const MODELS: readonly GivenModel[] = ['sc', 'arm64'];

/** The scripts with threads of WebAssembly's test suite. */
export const WASM_THREADS: TruthSet = {
  name: 'wasm-threads',
  what: 'the scripts of WebAssembly’s test suite about threads and atomics, under SC and ARMv8',
  from: 'github.com/WebAssembly/threads (test/core/threads)',
  cases: (folder) =>
    filesBelow(folder, /\.wast$/).flatMap((name) =>
      MODELS.map((model): Case => {
        const question = {
          kind: 'script',
          language: 'wast',
          file: join(folder, name),
          model,
          passes: 'always',
        } as const;
        return { id: `${model} ${name}`, expected: 'safe', question };
      }),
    ),
};
