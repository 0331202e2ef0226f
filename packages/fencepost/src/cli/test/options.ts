import type { TestMethod } from '@fencepost/report';
import { TEST_METHODS } from '@fencepost/check';
import { adapted, choice, option, wholeNumber } from '@fencepost/options';
import type { ValuesOf } from '@fencepost/options';
import { defaultModels, isTested, modelNames } from '@fencepost/core';
import { testFormats } from '../../formats/formats.js';
import { modelList, seedRange } from '../../options/kinds.js';
import { testedModel } from '../../options/models.js';
import { SEARCH } from '../../options/search.js';
import { listed, someOf } from '../../options/words.js';

/** Options for choosing executions. */
export const TESTS = {
  method: adapted(
    SEARCH.method,
    choice<TestMethod>(() => TEST_METHODS, 'method', 'NAME'),
    { otherwise: 'active' as const, help: 'active (default); for comparison: random, pct, pos, surw' },
  ),
  length: option('length', wholeNumber(4), { help: 'active: cycles of up to N accesses (default: 4)' }),
  seeds: option('seeds', seedRange, { common: true, help: 'seeds to test with: 1-1000, or 1000 for the same' }),
} as const;

export type TestsOptions = ValuesOf<typeof TESTS>;

/** The model option of tests. */
export const TESTED_MODELS = {
  kind: modelList(testedModel, () => modelNames(isTested)),
  help: (): string => someOf(modelNames(isTested), defaultModels('test')),
};

/** The format option of tests. */
export const TEST_FORMAT = {
  kind: choice(testFormats, 'format', 'FORMAT'),
  help: (): string => listed(testFormats(), 'text'),
};
