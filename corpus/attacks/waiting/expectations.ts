import type { Expectation } from '../../expectation.js';

export const expectations: readonly Expectation[] = [];
