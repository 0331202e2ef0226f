/** A structure with one deliberate mistake. */
export interface Mutant {
  /** The check whose structure it is: `spsc-ring` of spsc-ring.check.ts. */
  readonly structure: string;
  readonly name: string;
  /** Replacements, in the structure's file unless another is named. Each text occurs once. */
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
