import type { Body } from '../context/body.js';
import { EXITING, MATCH, UNCAUGHT } from '../context/context.js';
import { unsupported } from '../../unsupported.js';
import type { Instruction } from '../syntax/function.js';
import { leaveFrame } from './frames.js';
import { Cursor } from '../syntax/lexer.js';
import { parseType } from '../syntax/types.js';
import type { Value } from '../syntax/values.js';
import { parseValue } from '../syntax/values.js';

/** A clause of a landing pad: a type that it handles (`null`: any), or the types that are allowed to pass. */
interface Clause {
  readonly kind: 'catch' | 'filter';
  readonly types: readonly Value[];
}

/** Parses the clauses of `landingpad { ptr, i32 } cleanup catch ptr @x filter [1 x ptr] [ptr @y]`. */
function clausesOf({ tokens }: Instruction): readonly Clause[] {
  const cursor = new Cursor(tokens, 1);
  parseType(cursor);
  cursor.accept('cleanup');
  const clauses: Clause[] = [];
  while (!cursor.atEnd()) {
    const kind = cursor.next().text === 'catch' ? 'catch' : 'filter';
    parseType(cursor);
    const value = parseValue(cursor);
    clauses.push({ kind, types: kind === 'catch' ? [value] : elements(value) });
  }
  return clauses;
}

/** Returns the elements of a constant array of pointers; `zeroinitializer` has none. */
function elements(array: Value): Value[] {
  const cursor = new Cursor(array.slice(1, -1));
  const found: Value[] = [];
  while (!cursor.atEnd()) {
    parseType(cursor);
    found.push(parseValue(cursor));
    cursor.accept(',');
  }
  return found;
}

/**
 * Stops the unwinding: clears the variable of the thread, because destructors and handlers run like any code. The value
 * of the pad is the pending exception, and the number of the type that handles it (see `typeNumber`; 0: none).
 */
export function rewritePad(body: Body, instruction: Instruction): void {
  const pending = body.define(`load i32, ptr ${EXITING}`);
  body.emit(`store i32 0, ptr ${EXITING}`);
  const thrown = body.define(`inttoptr i32 ${pending} to ptr`);
  let selector = '0';
  for (const { kind, types } of clausesOf(instruction)) {
    if (kind === 'catch') selector = match(body, thrown, types[0]!, selector);
    else selector = passes(body, thrown, types, selector);
  }
  const pair = body.define(`insertvalue { ptr, i32 } poison, ptr ${thrown}, 0`);
  body.define(`insertvalue { ptr, i32 } ${pair}, i32 ${selector}, 1`, instruction.result);
}

/** Returns the number of the type if it handles the exception and no earlier type did; otherwise returns `selector`. */
function match(body: Body, thrown: string, type: Value, selector: string): string {
  body.context.matchesTypes = true;
  return body.define(`call i32 ${MATCH}(ptr ${thrown}, ptr ${body.text(type)}, i32 ${selector})`);
}

/** Checks an exception specification: negative if the exception is none of the types. */
function passes(body: Body, thrown: string, types: readonly Value[], selector: string): string {
  let found = '0';
  for (const type of types) found = match(body, thrown, type, found);
  const allowed = body.define(`icmp ne i32 ${found}, 0`);
  const own = body.define(`select i1 ${allowed}, i32 0, i32 -1`);
  return body.define(`select i1 ${body.define(`icmp ne i32 ${selector}, 0`)}, i32 ${selector}, i32 ${own}`);
}

/** Rewrites `llvm.eh.typeid.for`: types are numbered by the addresses of their descriptions. */
export function typeNumber(body: Body, type: Value, result: string | undefined): void {
  body.define(`ptrtoint ptr ${body.text(type)} to i32`, result);
}

/** Continues the unwinding in the caller: the frame is cleaned up, or nothing here handles the exception. */
export function rewriteResume(body: Body, { tokens }: Instruction): void {
  const cursor = new Cursor(tokens, 1);
  const type = parseType(cursor);
  const thrown = body.define(`extractvalue ${type.text} ${body.text(parseValue(cursor))}, 0`);
  body.emit(`store i32 ${body.define(`ptrtoint ptr ${thrown} to i32`)}, ptr ${EXITING}`);
  rewriteLeave(body);
}

export function rewriteLeave(body: Body): void {
  leaveFrame(body);
  const { result } = body.fn.signature;
  body.emit(result.kind === 'void' ? 'ret void' : `ret ${result.text} zeroinitializer`);
}

/** Reports that a function is about to be left by unwinding although it must not be. */
export function rewriteTerminate(body: Body): void {
  body.context.endsUncaught = true;
  const pending = body.define(`load i32, ptr ${EXITING}`);
  body.emit(`store i32 0, ptr ${EXITING}`);
  body.emit(`call void ${UNCAUGHT}(i64 ${body.define(`zext i32 ${pending} to i64`)})`);
  body.emit('unreachable');
}

/** Rejects landing pads of systems without the Itanium C++ ABI. */
export function refusePad(body: Body): void {
  throw unsupported('the exception handling of other systems is not supported', body.site, 'compile for Linux');
}
