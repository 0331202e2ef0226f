import type { Body } from '../context/body.js';
import type { Argument, Call } from '../syntax/calls.js';
import { alignment, attributeType, isByValue, parseCall } from '../syntax/calls.js';
import { CALLER, EXITING } from '../context/context.js';
import { calledAt } from '../debug/debug-info.js';
import { unsupported } from '../../unsupported.js';
import type { Instruction } from '../syntax/function.js';
import { plainName } from '../syntax/imports.js';
import { rewriteIntrinsic } from './rewrite-intrinsic.js';
import { callLibrary, variadicArgument } from './rewrite-library.js';
import { nameOf } from '../syntax/values.js';

/** Rewrites `call`, and `invoke`: a call within which the thread may end. */
export function rewriteCall(body: Body, instruction: Instruction): void {
  const call = parseCall(instruction);
  rewriteCallee(body, instruction, call);
  if (call.normal === undefined) return;
  const ends = body.define(`icmp ne i32 ${body.define(`load i32, ptr ${EXITING}`)}, 0`);
  body.emit(`br i1 ${ends}, label ${call.unwind}, label ${call.normal}`);
}

function rewriteCallee(body: Body, instruction: Instruction, call: Call): void {
  const name = nameOf(call.callee);
  if (name?.startsWith('@llvm.')) {
    rewriteIntrinsic(body, instruction, call, name);
    return;
  }
  if (name !== undefined && body.context.isLibrary(name) && !body.context.isAbsent(name)) {
    callLibrary(body, name, call.arguments, { type: call.result, name: instruction.result });
    return;
  }
  const fixed =
    call.functionType?.kind === 'function' && call.functionType.variadic
      ? call.functionType.parameters.length
      : Infinity;
  const list = call.arguments.map((argument, index) => {
    if (index >= fixed && body.context.isX86) {
      if (!isByValue(argument.attributes)) return variadicArgument(body, argument);
      throw unsupported('a structure is passed to a variadic function', body.site, 'pass its address');
    }
    return `${argument.type.text} ${passed(body, argument)}`;
  });
  const type = call.functionType?.text ?? call.result.text;
  const text = `call ${type} ${body.text(call.callee)}(${list.join(', ')})`;
  calledFrom(body, name, () => {
    body.emit(instruction.result === undefined ? text : `${instruction.result} = ${text}`);
  });
}

/**
 * Emits a call of a header function. To the user, such a function acts at its call site, so the call stores its label
 * (plus one) in a variable of the thread while it runs.
 */
function calledFrom(body: Body, name: string | undefined, call: () => void): void {
  const { context, site } = body;
  if (name === undefined || site === undefined || context.debugInfo.isForeign(site) || !context.isForeign(name)) {
    call();
    return;
  }
  context.tellsCaller = true;
  const called = { kind: 'call', size: 0, order: 'plain', name: plainName(name) } as const;
  const label = context.label({ ...called, site: calledAt(site, name) });
  const outer = body.define(`load i32, ptr ${CALLER}`);
  body.emit(`store i32 ${label + 1}, ptr ${CALLER}`);
  call();
  body.emit(`store i32 ${outer}, ptr ${CALLER}`);
}

/** Returns the value passed for an argument. A struct passed by value is copied here for the callee. */
function passed(body: Body, argument: Argument): string {
  const { attributes, value } = argument;
  if (attributes.some(({ text }) => text === 'inalloca' || text === 'preallocated')) {
    throw unsupported('an argument in caller-allocated memory (inalloca) is not supported', body.site);
  }
  if (!isByValue(attributes)) return body.text(value);
  const type = attributeType(attributes, 'byval');
  const size = type === undefined ? 0 : body.context.layout.size(type);
  const align = alignment(attributes);
  const label = body.label({ kind: 'alloca', size, order: 'plain', name: 'argument', ...align });
  const address = body.fresh();
  body.prelude.push(`${address} = ${body.context.imports.call('alloca', label, size)}`);
  const copy = body.label({ kind: 'memcpy', size, order: 'plain' });
  body.call('memcpy', copy, address, 0, 0, ...body.where(body.address(value)), `${size}.0`);
  return body.define(`inttoptr i32 ${address} to ptr`);
}
