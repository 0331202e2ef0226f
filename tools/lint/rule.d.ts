import type { RuleTester } from 'oxlint/plugins-dev';

/** A rule that is created once per file. Oxlint exports no name for this type. */
export type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>;
