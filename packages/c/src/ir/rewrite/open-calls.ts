import type { Body } from '../context/body.js';
import { parseCall } from '../syntax/calls.js';
import { calleeOf } from '../analysis/failing-functions.js';
import type { Instruction } from '../syntax/function.js';
import { MAIN_NAMES } from '../syntax/module.js';
import { nothingBefore } from '../analysis/open-value-walk.js';
import type { OpenValues } from '../syntax/open-value-context.js';
import { openPointer } from '../analysis/open-pointers.js';
import { openValues } from '../analysis/open-values.js';
import { PrivateVariables } from '../analysis/private-variables.js';
import { isKnown } from '../../runtime/library.js';
import { plainName } from '../syntax/imports.js';
import type { Type } from '../syntax/types.js';

/** Names of the functions that return an arbitrary value of a type. */
const OPEN = /^@__VERIFIER_nondet_(?!_?bool$)/i;
/** Functions that end the execution if their argument is 0. Programs define the second one themselves. */
const ASSUMPTIONS: ReadonlySet<string> = new Set(['@__VERIFIER_assume', '@assume_abort_if_not']);

/**
 * Returns the values to try for a call that returns an arbitrary value, or of a function without a definition; undefined
 * for other calls.
 */
export function openCall(body: Body, name: string, result: Type, local: string | undefined): OpenValues | undefined {
  if (!OPEN.test(name) && isKnown(plainName(name))) return undefined;
  if (result.kind === 'pointer' && local !== undefined) {
    const { values, complete } = openPointer(body.context.module, body.fn, local);
    return { values, complete: complete && body.context.isWhole };
  }
  if (result.kind !== 'int') return undefined;
  const { blocks, signature } = body.fn;
  const call = blocks.flatMap(({ instructions }) => instructions).find((each) => each.result === local);
  if (local === undefined) return { values: ['0'], complete: true };
  if (call === undefined) return undefined;
  const { slots } = new PrivateVariables(body, blocks);
  const isFirst = MAIN_NAMES.has(signature.name) && nothingBefore(blocks, call);
  const context = {
    blocks,
    isPrivate: (variable: string) => slots.has(variable),
    isOurs: (variable: string) => isFirst && variable.startsWith('@') && !body.context.threadLocals.has(variable),
    isAssumption: (each: Instruction) => ASSUMPTIONS.has(calleeOf(each)) && parseCall(each).arguments.length === 1,
  };
  return openValues(context, call, result.bits);
}
