import { possibleSymbolicFailure } from '@fencepost/c/proofs';
import { Random } from '../random.js';
import type { Proof } from './compare.js';
import { SymbolProgram } from './symbol-program.js';
import { VALUES } from './values.js';

/** Time for a proof, in milliseconds. */
const PATIENCE = 2000;

/** The proof that no assertion fails, by a visit of all states with symbols in place of open values. */
export const SYMBOLS: Proof = {
  ...VALUES,
  programOf: (seed) => (seed % 3 === 0 ? VALUES.programOf(seed) : new SymbolProgram(new Random(seed)).text()),
  possible: (sources) => {
    const until = performance.now() + PATIENCE;
    return possibleSymbolicFailure(sources, () => performance.now() > until);
  },
};
