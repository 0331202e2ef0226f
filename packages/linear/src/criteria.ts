/**
 * What must hold of the calls of every execution. `linearizable`: a sequential order explains what they returned, and
 * respects that of calls which do not overlap. `sequential`: it respects the order of each thread only. `quiescent`: it
 * respects the order of calls between which there was a moment without any. `elements`: nothing that was put is lost, taken
 * twice or made up. `obstruction-free`: a call ends if all other threads stop, wherever they are.
 */
export type Criterion = 'linearizable' | 'sequential' | 'quiescent' | 'elements' | 'obstruction-free';

export const CRITERIA: readonly Criterion[] = [
  'linearizable',
  'sequential',
  'quiescent',
  'elements',
  'obstruction-free',
];

export const DEFAULT_CRITERION: Criterion = 'linearizable';
