import type { CalledFunction } from '../../runtime/base/define.js';
import { factsAbout } from '../../runtime/library.js';
import type { Body } from '../context/body.js';
import type { Signature } from '../syntax/function.js';
import { plainName, quoteName } from '../syntax/imports.js';
import type { Type } from '../syntax/types.js';
import type { TypedValue } from '../syntax/values.js';
import { nameOf } from '../syntax/values.js';

/**
 * Replaces a function of another type than the library calls it with, such as `void *run()` or a cast `void run(void *)`.
 * Machines ignore superfluous arguments and results, and many programs rely on it; WebAssembly traps. The function is
 * called through one of the right type.
 */
export function withRightType(body: Body, library: string, passed: readonly TypedValue[]): readonly TypedValue[] {
  const routine = factsAbout(plainName(library)).calls;
  const given = routine && passed[routine.index];
  const name = given && nameOf(given.value);
  const { context } = body;
  const signature = name === undefined || context.isLibrary(name) ? undefined : context.signatureOf(name);
  if (routine === undefined || given === undefined || signature === undefined) return passed;
  if (isRight(signature, routine) || !isAdaptable(signature)) return passed;
  const adapter = quoteName(`__fp_as_${routine.result}_${plainName(signature.name)}`);
  if (context.module.declarations.has(signature.name)) context.declared.add(signature.name);
  context.adapters.set(adapter, adapterLines(adapter, context.defines(signature.name), signature, routine));
  // Not 'global', which would be looked up among the functions of the source.
  const value = [{ kind: 'local', text: adapter, spaced: true }] as const;
  return passed.with(routine.index, { ...given, value });
}

function isRight({ result, parameters, variadic }: Signature, routine: CalledFunction): boolean {
  const types = parameters.map(({ type }) => type.text).join();
  return !variadic && result.text === routine.result && types === (routine.hasArgument ? 'ptr' : '');
}

/** Whether machines pass the argument and the result of the function in registers for integers. */
function isAdaptable({ result, parameters, variadic }: Signature): boolean {
  const isWord = ({ kind }: Type): boolean => kind === 'pointer' || kind === 'int';
  return (
    !variadic &&
    parameters.length <= 1 &&
    parameters.every(({ type }) => isWord(type)) &&
    (result.kind === 'void' || isWord(result))
  );
}

function adapterLines(
  adapter: string,
  name: string,
  { result, parameters }: Signature,
  routine: CalledFunction,
): string[] {
  const [parameter] = parameters;
  const argument = routine.hasArgument ? '%a' : 'null';
  const takesNumber = parameter !== undefined && parameter.type.kind !== 'pointer';
  const list = parameter === undefined ? '' : `${parameter.type.text} ${takesNumber ? '%n' : argument}`;
  const call = `call ${result.text} ${name}(${list})`;
  return [
    `define internal ${routine.result} ${adapter}(${routine.hasArgument ? 'ptr %a' : ''}) #0 {`,
    ...(takesNumber ? [`  %n = ptrtoint ptr ${argument} to ${parameter.type.text}`] : []),
    result.kind === 'void' ? `  ${call}` : `  %r = ${call}`,
    ...returned(result, routine.result),
    '}',
    '',
  ];
}

/** Returns the result of the function, as the library takes it. A function without a result leaves an unknown one. */
function returned(from: Type, to: CalledFunction['result']): string[] {
  if (to === 'void') return ['  ret void'];
  if (from.kind === 'void') return [to === 'ptr' ? '  ret ptr null' : '  ret i32 0'];
  if (from.text === to) return [`  ret ${to} %r`];
  if (to === 'ptr') return [`  %p = inttoptr ${from.text} %r to ptr`, '  ret ptr %p'];
  if (from.kind === 'pointer') return ['  %p = ptrtoint ptr %r to i32', '  ret i32 %p'];
  return [`  %p = ${from.kind === 'int' && from.bits > 32 ? 'trunc' : 'sext'} ${from.text} %r to i32`, '  ret i32 %p'];
}
