import type { AxiomaticProgram } from '@fencepost/axioms';
import type { TestFacts } from '../format/test.js';

/** The dialects whose tests are programs that axiomatic models can judge. */
export type AxiomaticDialect = 'C' | 'AArch64';
export const AXIOMATIC_DIALECTS: readonly AxiomaticDialect[] = ['C', 'AArch64'];

/** A litmus test of C or AArch64. */
export interface AxiomaticTest extends TestFacts {
  readonly dialect: AxiomaticDialect;
  readonly program: AxiomaticProgram;
}

/** A litmus test of C. */
export type CTest = AxiomaticTest & { readonly dialect: 'C' };
/** A litmus test of AArch64. */
export type AArch64Test = AxiomaticTest & { readonly dialect: 'AArch64' };
