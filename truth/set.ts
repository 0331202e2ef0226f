import type { ExecutionsQuestion } from './judges/executions.js';
import type { LitmusQuestion } from './judges/litmus.js';
import type { PropertyQuestion } from './judges/property.js';
import type { ScriptQuestion } from './judges/script.js';

/** A set of programs from another tool, with their published verdicts. */
export interface TruthSet {
  readonly name: string;
  /** One line for `--list`. */
  readonly what: string;
  /** Where the set can be had, and which folder of it is meant. */
  readonly from: string;
  /** Returns the cases below a folder, in a fixed order. */
  readonly cases: (folder: string) => readonly Case[];
  /** Returns the part of the set that a case belongs to, a row in the tables. Default: the set has one part. */
  readonly partOf?: (id: string) => string;
  /** Whether its answers score by the rules of SV-COMP. */
  readonly scored?: boolean;
}

/** A question, and the answer that the set expects. */
export interface Case {
  /** Unique within the set, and the same in every run. */
  readonly id: string;
  readonly expected: string;
  readonly question: Question;
  /** How the tool of the set is called for this case, where it can be run beside ours: its options, and the compiler's. */
  readonly theirs?: { readonly options: readonly string[]; readonly flags: readonly string[] };
}

export type Question = PropertyQuestion | ExecutionsQuestion | LitmusQuestion | ScriptQuestion;
