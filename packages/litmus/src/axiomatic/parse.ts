import { parseAArch64Threads } from '../aarch64/parse.js';
import { parseCThreads } from '../c/parse.js';
import type { Condition } from '../format/condition.js';
import { parseCondition } from '../format/condition.js';
import type { Header } from '../format/header.js';
import { parseHeader } from '../format/header.js';
import { sortObservables } from '../format/observables.js';
import { Source } from '../format/source.js';
import type { TestFacts } from '../format/test.js';
import type { Variables } from '../format/variables.js';
import type { AxiomaticDialect, AxiomaticTest } from './test.js';
import { AXIOMATIC_DIALECTS } from './test.js';

/**
 * Reads a litmus test of C or AArch64. Throws a `FencepostError` with its place for anything that cannot be read or
 * modelled.
 */
export function parseAxiomatic(text: string, file: string): AxiomaticTest {
  const source = new Source(text, file);
  return parseAfterHeader(source, parseHeader(source, AXIOMATIC_DIALECTS));
}

export function parseAfterHeader<Dialect extends AxiomaticDialect>(
  source: Source,
  { dialect, name, offset, bodyOffset }: Header<Dialect>,
): AxiomaticTest & { readonly dialect: Dialect } {
  const parseThreads = dialect === 'C' ? parseCThreads : parseAArch64Threads;
  const { tokens, variables, names, threads } = parseThreads(source, bodyOffset);
  const condition = parseCondition(tokens, names, variables, threads.length);
  const memory = new Map(variables.list().map(({ address, initial }) => [address, Number(initial)]));
  return { dialect, program: { threads, memory }, ...factsOf(source, name, offset, variables, condition) };
}

/** Returns what tests of all these dialects have in common. */
export function factsOf(
  source: Source,
  name: string,
  offset: number,
  variables: Variables,
  condition: Condition,
): TestFacts {
  return {
    name,
    file: source.file,
    variables: variables.list(),
    observed: sortObservables(condition.mentioned),
    quantifier: condition.quantifier,
    proposition: condition.proposition,
    conditionText: condition.text,
    usesAddresses: variables.pointersUsed,
    site: source.siteAt(offset),
  };
}
