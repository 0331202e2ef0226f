import { FencepostError } from '@fencepost/core';
import { parseCall } from '../syntax/calls.js';
import type { ModuleContext } from '../context/context.js';
import { findLoops } from '../analysis/control-flow-loops.js';
import { controlFlow } from '../analysis/control-flow.js';
import { hasEffect } from './effects.js';
import type { FunctionDefinition, Instruction } from '../syntax/function.js';
import { Cursor } from '../syntax/lexer.js';
import { mustProgress } from './must-progress.js';
import { Pointers } from '../analysis/pointers.js';
import { parseType } from '../syntax/types.js';
import type { Value } from '../syntax/values.js';
import { nameOf, parseTypedValue } from '../syntax/values.js';

const COPIES = /^@llvm\.mem(?:cpy|move|set)\b/;

/**
 * Finds functions of the program that only compute, with variables of their own, and wait: calling them has no effect.
 * A back-off is often such a function, with the number of attempts as its argument.
 */
export function findIdleFunctions(context: ModuleContext, functions: readonly FunctionDefinition[]): void {
  const idle = new Set<string>();
  context.idle = idle;
  for (let before = -1; before !== idle.size;) {
    before = idle.size;
    for (const fn of functions) if (!idle.has(fn.signature.name) && seemsIdle(context, fn)) idle.add(fn.signature.name);
  }
}

/** Like `isIdle`, but false for unsupported code: that is reported when the function is rewritten. */
function seemsIdle(context: ModuleContext, fn: FunctionDefinition): boolean {
  try {
    return isIdle(context, fn);
  } catch (error) {
    if (error instanceof FencepostError) return false;
    throw error;
  }
}

function isIdle(context: ModuleContext, fn: FunctionDefinition): boolean {
  const { signature } = fn;
  // Another module may have another definition.
  if (signature.linkage.some((word) => word === 'weak' || word === 'extern_weak')) return false;
  // Most functions are told here, without an analysis of their pointers.
  if (
    !fn.blocks.every(({ instructions }) => instructions.every((each) => mayUseOwn(each) || !hasEffect(context, each)))
  )
    return false;
  const pointers = new Pointers(fn, context.layout);
  const isOwn = (address: Value): boolean => pointers.alloca(nameOf(pointers.origin(address).base)) !== undefined;
  const doesNothing = fn.blocks.every(({ instructions }) =>
    instructions.every((each) => each.opcode === 'ret' || usesOwn(each, isOwn) || !hasEffect(context, each)),
  );
  if (!doesNothing) return false;
  const { blocks, successors } = controlFlow(fn);
  return findLoops(successors).every(({ latches }) =>
    mustProgress(
      context,
      signature,
      latches.map((latch) => blocks[latch]!.instructions.at(-1)!),
    ),
  );
}

/** Returns false if `usesOwn` does, whatever the instruction points to. */
function mayUseOwn(instruction: Instruction): boolean {
  const { opcode } = instruction;
  if (opcode !== 'call') return opcode === 'ret' || opcode === 'load' || opcode === 'store';
  const name = nameOf(parseCall(instruction).callee) ?? '';
  return name === '@pthread_setcancelstate' || COPIES.test(name);
}

/** Returns whether the instruction only accesses variables of its function. */
function usesOwn(instruction: Instruction, isOwn: (address: Value) => boolean): boolean {
  const { opcode, tokens } = instruction;
  if (opcode === 'call') {
    const { callee, arguments: list } = parseCall(instruction);
    const name = nameOf(callee) ?? '';
    const [to, from] = list;
    if (to === undefined || from === undefined) return false;
    if (name === '@pthread_setcancelstate') return isOwn(from.value);
    if (!COPIES.test(name)) return false;
    const isConstant = name.startsWith('@llvm.memset') || nameOf(from.value)?.startsWith('@__const') === true;
    return isOwn(to.value) && (isConstant || isOwn(from.value));
  }
  if (opcode !== 'load' && opcode !== 'store') return false;
  const cursor = new Cursor(tokens, 1);
  if (cursor.at('atomic')) return false;
  cursor.accept('volatile');
  if (opcode === 'load') parseType(cursor);
  else parseTypedValue(cursor);
  cursor.expect(',');
  return isOwn(parseTypedValue(cursor).value);
}
