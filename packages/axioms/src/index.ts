export { consistentExecutions, requireKnownAddresses } from './enumerate.js';
export { INITIAL_THREAD } from './executions/event.js';
export type { Event } from './executions/event.js';
export type { EnumeratedExecution } from './executions/enumerated.js';
export { Execution } from './executions/execution.js';
export { AARCH64, AARCH64_NO_LB, ARM64, SIZED_AARCH64, SIZED_AARCH64_NO_LB } from './models/armv8.js';
export { C11 } from './models/c11.js';
export { ECMASCRIPT } from './models/ecmascript.js';
export type { AxiomaticModel } from './models/model.js';
export { RC11, RC11_2017 } from './models/rc11.js';
export { SC, SIZED_SC } from './models/sc.js';
export { apply, isOperation } from './program/expression.js';
export type { Expression, Operation, Operator, RegisterValue, Word } from './program/expression.js';
export type {
  AccessOrder,
  AtomicFunction,
  AxiomaticProgram,
  FenceKind,
  Instruction,
  ProgramThread,
  Value,
} from './program/program.js';
export { toAArch64 } from './program/to-aarch64.js';
export type { AcquireLoad } from './program/to-aarch64.js';
export { Relation, seq, union } from './relations/relation.js';
export { exploreByAxioms } from './running/explore-by-axioms.js';
export type { AxiomaticExploration, AxiomaticFailure } from './running/explore-by-axioms.js';
export type { SizedExecution } from './sized/enumerate.js';
export { sizedExecutions } from './sized/enumerate.js';
export type { SizedModel } from './sized/model.js';
export type { SizedProgram, SizedVariable } from './sized/program.js';
export type { Changes } from './traces/execution-of.js';
export { executionOf } from './traces/execution-of.js';
export { canJudge, isRace, violatedAxiom } from './traces/judge.js';
