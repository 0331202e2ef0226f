// The types of jest.ts, for tests that are compiled to CommonJS.
import type { RunnerCheck } from './prepared-check.js' with { 'resolution-mode': 'import' };
export type { RunnerCheck };

/** A test that passes if no execution of the threads fails. */
export declare const check: RunnerCheck;
/** In a loop that waits: going round again is no use until another thread changes what the loop has read. */
export declare function spin(): void;
