import type { Program } from '@fencepost/core';
import { assert } from '@fencepost/core';
import { observe } from '../format/final-states.js';
import { requireModel } from '../models.js';
import { litmusProgram } from '../program.js';
import type { LitmusTest } from '../test.js';

/**
 * Returns a litmus test as a program to check: `forall` and `~exists` are requirements on every execution. `exists`
 * only asks whether something can be observed, so it is no check.
 */
export function litmusCheckProgram(test: LitmusTest): Program {
  const program: Program = { ...litmusProgram(test), refuse: (model) => requireModel(test, model) };
  if (test.quantifier === 'exists') return program;
  return {
    ...program,
    after: (view) => {
      assert(observe(test, [{ view, executions: 1 }]).holds, `the condition does not hold: ${test.conditionText}`);
    },
  };
}

/**
 * Returns a litmus test as a program that fails in the executions that its question is about: those that satisfy the
 * proposition of `exists` or `~exists`, and those that do not satisfy the one of `forall`.
 */
export function litmusWitnessProgram(test: LitmusTest): Program {
  return litmusCheckProgram(test.quantifier === 'exists' ? { ...test, quantifier: '~exists' } : test);
}
