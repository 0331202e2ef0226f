import type { Site } from '@fencepost/core';
import { allocation } from './allocations.js';
import type { Body } from '../context/body.js';
import type { LibraryImport, ModuleContext } from '../context/context.js';
import { forwarderName } from '../context/context.js';
import { unsupported } from '../../unsupported.js';
import type { Parameter } from '../syntax/function.js';
import { plainName } from '../syntax/imports.js';
import { isKnown } from '../../runtime/library.js';
import { openCall } from './open-calls.js';
import { announcePrivate } from './private-bounds.js';
import { rewriteBulk, traits } from './rewrite-memory.js';
import { withRightType } from './start-routines.js';
import type { Type } from '../syntax/types.js';
import { intType } from '../syntax/types.js';
import type { LabelInfo } from '../syntax/tables.js';
import type { TypedValue, Value } from '../syntax/values.js';

/** Returns the type used to pass a value to the library. */
function crossing(context: ModuleContext, type: Type): Type {
  if (type.kind === 'pointer') return intType(8 * context.layout.pointerSize);
  return type.kind === 'int' && type.bits < 32 ? intType(32) : type;
}

function isSigned(parameter: Parameter): boolean {
  return parameter.attributes.some(({ text }) => text === 'signext');
}

/**
 * Returns the import for a declaration. One without a prototype (`int f();` is `i32 @f(...)` in IR) takes the arguments
 * of its first call.
 */
function libraryImport(
  context: ModuleContext,
  name: string,
  passed: readonly TypedValue[],
  result: Type,
): LibraryImport {
  const known = context.libraries.get(name);
  if (known !== undefined) return known;
  const signature = context.module.declarations.get(name);
  const unprototyped = signature === undefined || (signature.variadic && signature.parameters.length === 0);
  const parameters = unprototyped
    ? passed.map(({ type }) => ({ type, signed: true }))
    : signature.parameters.map((each) => ({ type: each.type, signed: isSigned(each) }));
  const variadic = !unprototyped && signature.variadic;
  const returned = signature?.result ?? result;
  const ir = context.imports.library(plainName(name), crossing(context, returned).text, [
    'i32',
    ...parameters.map(({ type }) => crossing(context, type).text),
    ...(variadic ? ['...'] : []),
  ]);
  const found = { ir, result: returned, parameters, variadic };
  context.libraries.set(name, found);
  return found;
}

/**
 * Returns a variadic argument. Each takes as much space as a pointer, as on the machines that the sources are written
 * for.
 */
export function variadicArgument(body: Body, { type, value }: TypedValue): string {
  const text = body.text(value);
  if (type.kind !== 'int' || type.bits >= 64 || body.context.layout.pointerSize !== 8) return `${type.text} ${text}`;
  return `i64 ${body.define(`zext ${type.text} ${text} to i64`)}`;
}

/** Returns the result of a function without a definition. Those that return structures are not called. */
function unknownResult(context: ModuleContext, name: string, result: Type): Pick<LabelInfo, 'unknown'> {
  const parameters = context.module.declarations.get(name)?.parameters ?? [];
  const fills = parameters.some(({ attributes }) => attributes.some(({ text }) => text === 'sret'));
  if (result.kind === 'void') return fills ? {} : { unknown: 'nothing' };
  if (result.kind !== 'int' && result.kind !== 'float' && result.kind !== 'pointer') return {};
  return { unknown: crossing(context, result).text === 'i64' ? 'wide' : 'word' };
}

/** Calls a library function with the types of its declaration, regardless of those of the call. */
export function callLibrary(
  body: Body,
  name: string,
  given: readonly TypedValue[],
  result: { readonly type: Type; readonly name: string | undefined },
): void {
  if (callBulk(body, name, given, result.name)) return;
  const passed = withRightType(body, name, given);
  const { context } = body;
  const library = libraryImport(context, name, passed, result.type);
  const open = openCall(body, name, library.result, result.name);
  const label = body.label({
    kind: 'call',
    size: 0,
    order: 'plain',
    name: plainName(name),
    ...traits(library.result),
    ...(open !== undefined && { open }),
    ...(!isKnown(plainName(name)) && unknownResult(context, name, library.result)),
    ...allocation(body, name, passed, result.name),
  });
  for (const { value } of passed) announcePrivate(body, value);
  const list = [`i32 ${label}`];
  library.parameters.forEach(({ type, signed }, index) => {
    const each = passed[index];
    const target = crossing(context, type);
    const value = each === undefined ? 'poison' : convert(body, body.text(each.value), each.type, target, signed);
    list.push(`${target.text} ${value}`);
  });
  if (library.variadic) {
    for (const argument of passed.slice(library.parameters.length)) list.push(variadicArgument(body, argument));
  }
  const crossed = crossing(context, library.result);
  const type = library.variadic
    ? `${crossed.text} (${['i32', ...library.parameters.map((each) => crossing(context, each.type).text), '...'].join(', ')})`
    : crossed.text;
  const text = `call ${type} ${library.ir}(${list.join(', ')})`;
  if (library.result.kind === 'void') {
    body.emit(text);
    if (result.name !== undefined) body.define(`freeze ${result.type.text} poison`, result.name);
  } else if (result.name === undefined) body.emit(text);
  else if (crossed.text === result.type.text) body.define(text, result.name);
  else convert(body, body.define(text), crossed, result.type, false, result.name);
}

/**
 * Rewrites memcpy, memmove and memset to the imports of the corresponding intrinsics. These functions also return the
 * destination.
 */
function callBulk(body: Body, name: string, passed: readonly TypedValue[], result: string | undefined): boolean {
  const kind = /^@(memcpy|memmove|memset)$/.exec(name)?.[1] as 'memcpy' | 'memmove' | 'memset' | undefined;
  const [to, from, bytes] = passed;
  if (kind === undefined || to === undefined || from === undefined || bytes === undefined) return false;
  // The byte of memset is an int.
  const isByte = from.type.kind === 'pointer' || from.type.text === 'i8';
  const source: Value = isByte
    ? from.value
    : [{ kind: 'local', text: convert(body, body.text(from.value), from.type, intType(8), false), spaced: true }];
  rewriteBulk(body, kind, { to: to.value, from: source, bytes });
  if (result !== undefined) body.define(`getelementptr i8, ptr ${body.text(to.value)}, i32 0`, result);
  return true;
}

/** Converts between scalar types. Types that do not fit are left for LLVM to reject. */
function convert(body: Body, value: string, from: Type, to: Type, signed: boolean, name?: string): string {
  if (from.text === to.text) return value;
  if (from.kind === 'pointer' && to.kind === 'int') return body.define(`ptrtoint ptr ${value} to ${to.text}`, name);
  if (from.kind === 'int' && to.kind === 'pointer') return body.define(`inttoptr ${from.text} ${value} to ptr`, name);
  if (from.kind === 'int' && to.kind === 'int') {
    const how = from.bits > to.bits ? 'trunc' : signed ? 'sext' : 'zext';
    return body.define(`${how} ${from.text} ${value} to ${to.text}`, name);
  }
  if (from.kind === 'float' && to.kind === 'float') {
    return body.define(`${from.bytes > to.bytes ? 'fptrunc' : 'fpext'} ${from.text} ${value} to ${to.text}`, name);
  }
  throw unsupported(
    `a library function is called with '${from.text}' where it is declared with '${to.text}'`,
    body.site,
  );
}

/** Defines a function of the program that stands for a library function whose address is taken. */
export function forwarder(body: Body, name: string, site: Site | undefined): string[] {
  const { context } = body;
  context.site = undefined;
  const signature = context.module.declarations.get(name);
  if (signature === undefined || (signature.variadic && signature.parameters.length > 0)) {
    throw unsupported(
      `the address of the variadic library function '${plainName(name)}' is taken`,
      site,
      'call it directly, or through a function of your own',
    );
  }
  const parameters = signature.parameters.map(({ type }, index) => ({
    type,
    value: [{ kind: 'local', text: `%p${index}`, spaced: true }] as const,
  }));
  const result = signature.result.kind === 'void' ? undefined : '%result';
  callLibrary(body, name, parameters, { type: signature.result, name: result });
  const list = parameters.map(({ type }, index) => `${type.text} %p${index}`).join(', ');
  return [
    `define linkonce_odr hidden ${signature.result.text} ${forwarderName(name)}(${list}) #0 {`,
    ...body.lines,
    result === undefined ? '  ret void' : `  ret ${signature.result.text} ${result}`,
    '}',
  ];
}
