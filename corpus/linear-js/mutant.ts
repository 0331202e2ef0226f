/** A structure with one thing wrong. */
export interface Mutant {
  /** The check whose structure it is: `spsc-ring` of spsc-ring.check.ts. */
  readonly structure: string;
  readonly name: string;
  /** What is replaced, in which file if not that of the structure. Each text occurs once. */
  readonly edits: readonly Edit[];
  /** The smallest scenario that fails. */
  readonly fails: string;
  /** Default: it fails under SC. */
  readonly model?: 'arm64';
}

export interface Edit {
  readonly file?: string;
  readonly from: string;
  readonly to: string;
}
