// Programs, made by front ends. A thread yields operations on words of memory.
export * from './program/calls.js';
export * from './program/caveats.js';
export * from './program/cells.js';
export * from './program/final-view.js';
export * from './program/instructions.js';
export * from './program/interned-states.js';
export * from './program/loaded-parts.js';
export * from './program/program.js';
export * from './program/refused-program.js';
export * from './program/restart.js';
export * from './program/threads.js';
export * from './program/verdict.js';
export * from './operations/atomics.js';
export * from './operations/element-types.js';
export * from './operations/memory-words.js';
export * from './operations/abandoned.js';
export * from './operations/operation.js';
export * from './operations/orders.js';
export * from './operations/same-operation.js';
export * from './operations/wide-words.js';

// Memory models: their definitions, the registry, what each of them supports.
export * from './models/index.js';

// Executions: schedules, traces and their order. A machine runs a program; a replay follows a schedule.
export * from './execution/happens-before.js';
export * from './execution/linearise.js';
export * from './execution/machine.js';
export * from './execution/memory-order.js';
export * from './execution/prefix.js';
export * from './execution/recorder.js';
export * from './execution/replay.js';
export * from './execution/replayed.js';
export * from './execution/schedule.js';
export * from './execution/shortest-cycle.js';
export * from './execution/trace.js';
export * from './execution/witness.js';

// Errors, and helpers that all packages share.
export * from './common/documentation.js';
export * from './common/errors.js';
export * from './common/languages.js';
export * from './common/nondeterminism.js';
export * from './common/printable.js';
export * from './common/random.js';
export * from './common/registry.js';
export * from './common/shapes.js';
export * from './common/shared-json.js';
export * from './common/suggest.js';
export * from './common/words.js';

// The engine: programs as integers, and tables of models by operation code. For hot loops; front ends do not need it.
export * from './states/daemons.js';
export { IntegerPairs } from './states/integer-pairs.js';
export * from './states/labels.js';
export * from './states/local-states.js';
export type { Locations } from './states/locations.js';
export type { StateColumns } from './states/state-columns.js';
export * from './states/symmetry.js';
export * from './states/unseen-stores.js';
export type { Transitions } from './states/transitions.js';
export * from './states/waiting.js';
export * from './operations/codes.js';
export * from './operations/events.js';
export * from './models/lowering.js';
export * from './models/preserved-order.js';
export { SYNCHRONISATION } from './models/synchronisation.js';
export * from './common/grow-array.js';
export * from './execution/visited-states.js';
