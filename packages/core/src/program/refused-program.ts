import type { FencepostError } from '../common/errors.js';
import type { Standard } from '../models/index.js';
import type { Program } from './program.js';

/** A program that could not be made: says why wherever it is used, so that others beside it are not held up. */
export function refusedProgram(name: string, error: FencepostError, standard?: Standard): Program {
  const refuse = (): never => {
    throw error;
  };
  return {
    name,
    threads: [{ name: 'set-up', body: refuse }],
    initialValue: () => 0,
    nameOf: (address) => `[${address}]`,
    refuse,
    ...(standard && { standard }),
  };
}
