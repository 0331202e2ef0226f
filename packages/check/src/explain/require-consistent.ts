import { violatedAxiom } from '@fencepost/axioms';
import type { ModelName, Trace } from '@fencepost/core';
import { FencepostError, isJudged, modelNamed, modelTitle } from '@fencepost/core';

/**
 * Throws for a trace that the model forbids. The machine of a model with store buffers produces only allowed traces;
 * the permissive machine does not.
 */
export function requireAllowed(trace: Trace, model: ModelName): void {
  const axiom = violated(trace, model);
  if (axiom === undefined) return;
  const message = `${modelTitle(model)} forbids the execution of this schedule: it violates the axiom “${axiom}”`;
  throw new FencepostError('FORBIDDEN_EXECUTION', message, {
    hint: 'the schedule was changed, or is for another model or another version of the program',
  });
}

/** Judges traces before they are shown. */
export type Judge = (trace: Trace, model: ModelName) => void;

/**
 * Does the same for a trace that the explorer found: the result is checked by axioms that the explorer does not use.
 */
export function requireConfirmed(trace: Trace, model: ModelName): void {
  const axiom = violated(trace, model);
  if (axiom === undefined) return;
  const message = `the explorer found an execution that ${modelTitle(model)} forbids: it violates the axiom “${axiom}”`;
  throw new FencepostError('FORBIDDEN_EXECUTION', message, {
    hint: 'this is an error in fencepost: please report it, with the program',
  });
}

/**
 * Maximum length of a trace that is judged. Judging takes time cubic in the length: half a minute for 3,000 operations.
 */
const MOST_JUDGED = 1500;

function violated(trace: Trace, model: ModelName): string | undefined {
  if (!isJudged(modelNamed(model)) || trace.events.length > MOST_JUDGED) return undefined;
  return violatedAxiom(trace, model);
}
