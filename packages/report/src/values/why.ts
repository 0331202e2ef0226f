/** The kinds of ordinary bugs that are recognised in an execution. */
export const WHY_KINDS = [
  'lost update',
  'check then act',
  'lost wake-up',
  'lock order',
  'use after free',
  'double free',
  'publication before initialisation',
] as const;

export type WhyKind = (typeof WHY_KINDS)[number];

/** Why an execution fails, as a known pattern. */
export interface Why {
  readonly kind: WhyKind;
  /** One sentence with the lines and values, ending with a full stop. */
  readonly text: string;
  /** The steps that show the pattern, in their order. */
  readonly steps: readonly number[];
}
