import type { FencepostError } from '../common/errors.js';
import type { Standard } from '../models/index.js';
import type { Program } from './program.js';

/**
 * Returns a program that stands for one that could not be made. It throws the error wherever it is used, so that other
 * programs can still be checked.
 */
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
