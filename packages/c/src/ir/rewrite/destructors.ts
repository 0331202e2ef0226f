import type { Body } from '../context/body.js';
import type { Token } from '../syntax/lexer.js';
import { splitAtCommas } from '../syntax/lexer.js';
import { callLibrary } from './rewrite-library.js';
import { POINTER, intType } from '../syntax/types.js';

const REGISTERS = '@__fp_register_destructors';

/**
 * Returns the functions of `@llvm.global_dtors = … [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }, …]`, the last to
 * run first.
 */
export function destructorsIn(list: readonly Token[]): Token[] {
  const entries = elementsOf(list).map((entry) => {
    const start = entry.findLastIndex(({ text }) => text === '{');
    const fields = splitAtCommas(entry.slice(start + 1, -1));
    return { priority: Number(fields[0]!.at(-1)!.text), fn: fields[1]!.at(-1)! };
  });
  return entries.sort((a, b) => a.priority - b.priority).map(({ fn }) => fn);
}

/**
 * Defines the function that registers destructors with `atexit`. They run after the program's `atexit` functions, so
 * they are registered before all of these.
 */
export function registerDestructors(body: Body, destructors: readonly Token[]): string[] {
  for (const fn of destructors) {
    callLibrary(body, '@atexit', [{ type: POINTER, value: [fn] }], { type: intType(32), name: undefined });
  }
  return [`define internal void ${REGISTERS}() #0 {`, ...body.lines, '  ret void', '}'];
}

/** Returns the list of the functions that run at the start, including the one that registers destructors. */
export function constructorsWith(
  list: readonly Token[] | undefined,
  print: (tokens: readonly Token[]) => string,
): string {
  const own = `{ i32, ptr, ptr } { i32 0, ptr ${REGISTERS}, ptr null }`;
  const given = list === undefined ? [] : elementsOf(list).map(print);
  const all = [own, ...given];
  return `@llvm.global_ctors = appending global [${all.length} x { i32, ptr, ptr }] [${all.join(', ')}]`;
}

function elementsOf(list: readonly Token[]): Token[][] {
  return list[0]?.text === 'zeroinitializer' ? [] : splitAtCommas(list.slice(1, -1));
}
