import type { InstructionProgram, ModelName, Program } from '@fencepost/core';
import { FencepostError, LocalStates, Machine, Recorder, fromInstructions } from '@fencepost/core';

/** The coded error an action ends with; anything else is a failure of the test. */
export function errorOf(action: () => unknown): FencepostError {
  try {
    action();
  } catch (error) {
    if (error instanceof FencepostError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

export function recordingMachine(source: Program | InstructionProgram | LocalStates, model: ModelName): Machine {
  return new Machine(statesOf(source), model, new Recorder());
}

function statesOf(source: Program | InstructionProgram | LocalStates): LocalStates {
  if (source instanceof LocalStates) return source;
  return new LocalStates('initialValue' in source ? source : fromInstructions(source));
}
