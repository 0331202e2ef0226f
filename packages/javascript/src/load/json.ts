import { FencepostError } from '@fencepost/core';
import type { Instantiate } from './record.js';
import type { ModuleSource } from './source.js';

/** Returns a JSON file as a CommonJS module. Each world has its own copy of the value. */
export function jsonModule(
  file: string,
  text: string,
  shown: string,
): { readonly source: ModuleSource; readonly instantiate: Instantiate } {
  const json = text.replace(/^\uFEFF/, '');
  try {
    JSON.parse(json);
  } catch (error) {
    throw new FencepostError('JS_SYNTAX', `${shown} is not JSON: ${(error as Error).message}`);
  }
  const source = { file, text, kind: 'cjs', imports: [], reexports: new Map(), lineOf: () => undefined } as const;
  return {
    source,
    instantiate: {
      kind: 'cjs',
      call: (_exports, _require, module) => {
        module.exports = JSON.parse(json);
      },
    },
  };
}
