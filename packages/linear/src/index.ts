export { OrderDecision } from './decide-order.js';
export { RealTimeDecision } from './decide-real-time.js';
export type { Interleaving } from './decide-real-time.js';
export { END, MOST_CALLS, PENDING, REFUSED, endedBefore } from './history.js';
export type { CallOrder, History, Specification } from './history.js';
export { SequentialRuns } from './sequential-runs.js';
export type { Step } from './sequential-runs.js';
