import { RACES } from './races.js';
import { SYMBOLS } from './symbols.js';
import { VALUES } from './values.js';

/** The proofs, by the name of their campaign. */
export const PROOFS = { races: RACES, values: VALUES, symbols: SYMBOLS } as const;

export type ProofName = keyof typeof PROOFS;
