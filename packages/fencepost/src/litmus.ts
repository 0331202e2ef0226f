// Litmus tests in herd7's format: `fencepost/litmus`.
export { evaluate, litmusProgram, observe, parseLitmus } from '@fencepost/litmus';
export type { LitmusTest, Observable, Observation, Proposition, Quantifier } from '@fencepost/litmus';
export { checkLitmus, litmusCheckProgram, monitorLitmus } from '@fencepost/check';
export type { LitmusCheck, MonitoredLitmus } from '@fencepost/check';
export { LocalStates } from '@fencepost/core';
