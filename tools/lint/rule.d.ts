import type { RuleTester } from 'oxlint/plugins-dev';

/** A rule that looks at each file anew. Oxlint exports no name for it. */
export type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>;
