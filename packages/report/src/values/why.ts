/** The kinds of ordinary bugs that are recognised in an execution. */
export type WhyKind =
  | 'lost update'
  | 'check then act'
  | 'lost wake-up'
  | 'missing wake-up'
  | 'lock order'
  | 'use after free'
  | 'double free'
  | 'publication before initialisation'
  | 'late answer';

/** Why an execution fails, as a known pattern. */
export interface Why {
  readonly kind: WhyKind;
  /** One sentence with the lines and values, ending with a full stop. */
  readonly text: string;
  /** The steps that show the pattern, in their order. */
  readonly steps: readonly number[];
}
