// The default explorer: execution graphs. A search is divided into jobs; dives estimate its size.
export * from './graph/search/explore-graphs.js';
export { GraphExplorer } from './graph/search/explorer.js';
export { isJob } from './graph/search/job.js';
export type { Job } from './graph/search/job.js';
export type { EventTree } from './graph/search/job-events.js';
export * from './graph/search/job-pool.js';
export { Dives } from './graph/search/dives.js';
export type { Learnt } from './graph/search/dives.js';
export type { UnitKind } from './graph/builder/spin-units.js';

// Results of all explorers: ends of executions, failures, final states, totals.
export * from './results/exploration.js';
export { endingOf } from './results/ending.js';
export type { Ending, FinishedRun } from './results/ending.js';
export { failedThreads, failuresOf, failuresOfRun, finalView } from './results/failures.js';
export { FinishedMachine } from './results/finished-machine.js';
export * from './results/final-states.js';
export { StateRows } from './results/state-rows.js';
export * from './results/tally.js';
export { toTheEnd } from './shared/to-the-end.js';

// Joint states: what SC executions have in common.
export { JointSearch } from './joint/joint-search.js';
export type { JointFailure, JointOptions } from './joint/joint-search.js';
export * from './joint/reach-joint-states.js';

// Properties of one execution: its data races, reorderings that no model here has, the order of its calls.
export { racesOf } from './races.js';
export type { Race } from './races.js';
export * from './reorderings.js';
export { callOrderOf } from './calls/trace-calls.js';

// Testing by SC executions: few preemptions, monitors of robustness, prediction of cycles.
export * from './bounded/explore-bounded.js';
export * from './monitor/explore-monitored.js';
export { MONITORS, together } from './monitor/monitors.js';
export type { MonitorName } from './monitor/monitors.js';
export type { WitnessedViolation } from './monitor/witnessed.js';
export type { Observer, ObserverFactory, RunView } from './shared/observer.js';
export { accessesOf } from './active/accesses.js';
export type { Accesses } from './active/accesses.js';
export * from './active/active-result.js';
export * from './active/active-testing.js';
export { hasCycle } from './active/confirm.js';
export { Cycles, isPossible, normalised } from './active/cycles.js';
export type { Cycle } from './active/cycles.js';
export { predictCycles } from './active/predict.js';
export * from './active/sampling.js';

// References that the default explorer is compared with.
export * from './oracle.js';
export { SourceSearch, exploreSource } from './source/explore-source.js';
export type { SourceOptions } from './source/explore-source.js';
