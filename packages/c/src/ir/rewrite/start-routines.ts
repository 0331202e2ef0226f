import type { Body } from '../context/body.js';
import type { Signature } from '../syntax/function.js';
import { plainName, quoteName } from '../syntax/imports.js';
import type { Type } from '../syntax/types.js';
import type { TypedValue } from '../syntax/values.js';
import { nameOf } from '../syntax/values.js';

/** The function that a library function calls later: which argument it is, and its type. */
interface StartRoutine {
  readonly index: number;
  readonly result: 'ptr' | 'i32' | 'void';
  readonly hasArgument: boolean;
}

const START_ROUTINES: ReadonlyMap<string, StartRoutine> = new Map([
  ['@pthread_create', { index: 2, result: 'ptr', hasArgument: true }],
  ['@thrd_create', { index: 1, result: 'i32', hasArgument: true }],
  ['@pthread_once', { index: 1, result: 'void', hasArgument: false }],
  ['@call_once', { index: 1, result: 'void', hasArgument: false }],
]);

/**
 * Replaces a function of another type than the library calls it with, such as `void *run()` or a cast `void run(void *)`.
 * Machines ignore superfluous arguments and results, and many programs rely on it; WebAssembly traps. The function is
 * called through one of the right type.
 */
export function withRightType(body: Body, library: string, passed: readonly TypedValue[]): readonly TypedValue[] {
  const routine = START_ROUTINES.get(library);
  const given = routine && passed[routine.index];
  const name = given && nameOf(given.value);
  const { context } = body;
  const signature = name === undefined || context.isLibrary(name) ? undefined : context.signatureOf(name);
  if (routine === undefined || given === undefined || signature === undefined) return passed;
  if (isRight(signature, routine) || !isAdaptable(signature)) return passed;
  const adapter = quoteName(`__fp_as_${routine.result}_${plainName(signature.name)}`);
  if (context.module.declarations.has(signature.name)) context.declared.add(signature.name);
  context.adapters.set(adapter, adapterLines(adapter, context.defines(signature.name), signature, routine));
  const value = [{ kind: 'local', text: adapter, spaced: true }] as const;
  return passed.with(routine.index, { ...given, value });
}

function isRight({ result, parameters, variadic }: Signature, routine: StartRoutine): boolean {
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
  routine: StartRoutine,
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
function returned(from: Type, to: StartRoutine['result']): string[] {
  if (to === 'void') return ['  ret void'];
  if (from.kind === 'void') return [to === 'ptr' ? '  ret ptr null' : '  ret i32 0'];
  if (from.text === to) return [`  ret ${to} %r`];
  if (to === 'ptr') return [`  %p = inttoptr ${from.text} %r to ptr`, '  ret ptr %p'];
  if (from.kind === 'pointer') return ['  %p = ptrtoint ptr %r to i32', '  ret i32 %p'];
  return [`  %p = ${from.kind === 'int' && from.bits > 32 ? 'trunc' : 'sext'} ${from.text} %r to i32`, '  ret i32 %p'];
}
