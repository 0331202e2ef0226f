// Types of C and AArch64 threads.
export type {
  AccessOrder,
  AtomicFunction,
  AxiomaticProgram,
  Expression,
  FenceKind,
  Instruction,
  Operation,
  Operator,
  ProgramThread,
  RegisterValue,
  SizedProgram,
  SizedVariable,
  Value,
  Word,
} from '@fencepost/axioms';
export { axiomaticAnswer } from './axiomatic/answer.js';
export type { AxiomaticAnswer } from './axiomatic/answer.js';
export { parseAxiomatic } from './axiomatic/parse.js';
export type { AArch64Test, AxiomaticDialect, AxiomaticTest, CTest } from './axiomatic/test.js';
export type { LitmusCheck } from './check/check.js';
export { checkLitmus, enumerateLitmus } from './check/check.js';
export { litmusCheckProgram, litmusWitnessProgram } from './check/check-program.js';
export type { MonitoredLitmus } from './check/monitor.js';
export { monitorLitmus } from './check/monitor.js';
export { evaluate } from './format/condition.js';
export type { Proposition, Quantifier } from './format/condition.js';
export { observationOf, observe } from './format/final-states.js';
export type { CountedFinal, Observation, ObservationWord, Outcome } from './format/final-states.js';
export { formatObservable } from './format/observables.js';
export type { Observable } from './format/observables.js';
export type { Register, Width } from './format/registers.js';
export type { TestFacts } from './format/test.js';
export type { LitmusVariable } from './format/variables.js';
export { parseSizedTest } from './sized/parse.js';
export type { SizedTest } from './sized/test.js';
export { parseScript } from './javascript/parse.js';
export type { Script } from './javascript/parse.js';
export { modelsFor, modelsOf, referenceName, requireModel } from './models.js';
export { parseLitmus } from './parse.js';
export { litmusProgram } from './program.js';
export { enumerateTest } from './enumerate.js';
export type { LitmusDialect, LitmusTest } from './test.js';
export { LITMUS_DIALECTS } from './test.js';
export type { AssemblyInstruction, Opcode } from './x86/instructions.js';
export type { AssemblyOperand } from './x86/operands.js';
export { ARCHITECTURES } from './x86/registers.js';
export type { Architecture } from './x86/registers.js';
export type { LitmusThread, X86Test } from './x86/test.js';
