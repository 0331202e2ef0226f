// The types of jest.ts, for tests that are compiled to CommonJS.
import type { ArgumentValues } from '@fencepost/linear' with { 'resolution-mode': 'import' };
import type { RunnerCheck, RunnerLinearizable, RunnerOrders } from './prepared-check.js' with {
  'resolution-mode': 'import',
};
export type { RunnerCheck, RunnerLinearizable, RunnerOrders };

/** A test that passes if no execution of the threads fails. */
export declare const check: RunnerCheck;
/** A test that passes if the data structure behaves in every scenario as if each call took effect at once. */
export declare const linearizable: RunnerLinearizable;
/** An existing test of async code, run in every order in which its mock functions can answer. */
export declare const orders: RunnerOrders;
/** Every integer of a range. */
export declare function int(from: number, to: number): ArgumentValues;
/** One of these values. */
export declare function oneOf(...values: readonly unknown[]): ArgumentValues;
/** One of these values, which are interchangeable: scenarios that differ only by a permutation of them count as one. */
export declare function distinct(...values: readonly unknown[]): ArgumentValues;
/**
 * Marks a loop that waits: another iteration is useless until another thread changes a value that the loop has read.
 */
export declare function spin(): void;
