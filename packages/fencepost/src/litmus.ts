// Litmus tests in herd7's format: `fencepost/litmus`.
export { evaluate, litmusProgram, observe, parseLitmus } from '@fencepost/litmus';
export type {
  Architecture,
  AssemblyInstruction,
  AssemblyOperand,
  CountedFinal,
  LitmusTest,
  LitmusThread,
  LitmusVariable,
  Observable,
  Observation,
  ObservationWord,
  Opcode,
  Proposition,
  Quantifier,
  Register,
  Width,
} from '@fencepost/litmus';
export { checkLitmus, litmusCheckProgram, monitorLitmus } from '@fencepost/check';
export type { LitmusCheck, MonitoredLitmus } from '@fencepost/check';
export { LocalStates } from '@fencepost/core';
