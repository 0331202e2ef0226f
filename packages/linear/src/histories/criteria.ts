/**
 * The property that the calls of every execution must have. `linearizable`: a sequential order explains their results,
 * and respects the order of calls that do not overlap. `sequential`: it respects only the order of each thread.
 * `elements`: no element that was put is lost, taken twice or made up. `obstruction-free`: a call ends if all other
 * threads stop, wherever they are.
 */
export type Criterion = 'linearizable' | 'sequential' | 'elements' | 'obstruction-free';

export const CRITERIA: readonly Criterion[] = ['linearizable', 'sequential', 'elements', 'obstruction-free'];

export const DEFAULT_CRITERION: Criterion = 'linearizable';
