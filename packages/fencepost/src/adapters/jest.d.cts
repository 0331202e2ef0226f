// The types of jest.ts, for tests that are compiled to CommonJS.
import type { RunnerCheck } from './prepared-check.js' with { 'resolution-mode': 'import' };
export type { RunnerCheck };

/** A test that passes if no execution of the threads fails. */
export declare const check: RunnerCheck;
export declare function spin(): void;
