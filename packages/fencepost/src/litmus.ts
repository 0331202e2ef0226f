// Litmus tests in herd7's format: `fencepost/litmus`.
export { evaluate, litmusProgram, observe, parseLitmus } from '@fencepost/litmus';
export type {
  AArch64Test,
  AccessOrder,
  Architecture,
  AssemblyInstruction,
  AssemblyOperand,
  AtomicFunction,
  AxiomaticDialect,
  AxiomaticProgram,
  AxiomaticTest,
  CTest,
  CountedFinal,
  Expression,
  FenceKind,
  Instruction,
  LitmusTest,
  LitmusThread,
  LitmusVariable,
  Observable,
  Observation,
  ObservationWord,
  Opcode,
  Operation,
  Operator,
  ProgramThread,
  Proposition,
  Quantifier,
  Register,
  RegisterValue,
  TestFacts,
  Value,
  Width,
  X86Test,
} from '@fencepost/litmus';
export { checkLitmus, litmusCheckProgram, monitorLitmus } from '@fencepost/litmus';
export type { LitmusCheck, MonitoredLitmus } from '@fencepost/litmus';
export { LocalStates } from '@fencepost/core';
