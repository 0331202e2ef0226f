import { isCxx, isWrittenIn } from '@fencepost/core';
import { withOrderAtLine } from '@fencepost/fix';
import { usageError } from '../../errors.js';
import { structureInC } from '../../load/structure-in-c.js';
import type { Equation, Order } from './grammar.js';

const FENCE = /(?:std::)?(?:atomic_thread_fence|__atomic_thread_fence|__sync_synchronize|smp_mb)\s*\([^)]*\)/;
const INSTRUCTION = /\b(?:mfence|sfence|lfence|dmb\s+\w+)\b/gi;

/** Returns the text without the fence of a line. */
export function withoutFence(text: string, line: number, file: string): string {
  return changedLine(text, line, file, (before) => {
    if (FENCE.test(before)) return before.replace(FENCE, '((void)0)');
    // The columns of a litmus test stay.
    if (isWrittenIn(file, ['litmus'])) {
      const after = before.replaceAll(INSTRUCTION, (found) => ' '.repeat(found.length));
      if (after !== before) return after;
    }
    throw usageError(`line ${line} of ${file} has no fence`, 'name the line of atomic_thread_fence, or of mfence');
  });
}

const OPERATION =
  /\b(?:__)?atomic_(?!thread_fence|signal_fence|init\b)\w+\s*\(|(?:\.|->)\s*(?:load|store|exchange|fetch_\w+|compare_exchange_\w+|test_and_set|clear)\s*\(/g;

/** The claim is about a line: with several operations, or one behind a macro, an answer about the first would mislead. */
function requireOneOperation(text: string, line: number, file: string): void {
  const code = text.split('\n')[line - 1]!.replace(/\/\/.*/, '');
  const count = [...code.matchAll(OPERATION)].length;
  if (count > 1)
    throw usageError(`line ${line} of ${file} has ${count} atomic operations`, 'write one operation per line');
  const macros = text.replaceAll(/\\\r?\n/g, ' ').matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)(.*)$/gm);
  const [hidden] = [...macros].filter(
    ([, name = '', body = '']) =>
      (body.match(OPERATION) !== null || /\b__sync_/.test(body)) && new RegExp(`\\b${name}\\b`).test(code),
  );
  if (hidden !== undefined)
    throw usageError(
      `line ${line} of ${file} has an atomic operation in the macro ${hidden[1]!}`,
      'write the operation, with its order, instead of the macro',
    );
}

/** Returns the text with another order for the atomic operation of a line. */
export function withOrder(text: string, line: number, order: Order, file: string): string {
  requireLine(text, line, file);
  requireOneOperation(text, line, file);
  const found = withOrderAtLine(text, line, order, isCxx(file));
  if (found === undefined) {
    throw usageError(
      `line ${line} of ${file} has no atomic operation whose order can be named`,
      isWrittenIn(file, ['litmus'])
        ? 'orders are those of litmus tests in C; instructions have none to change'
        : 'operators such as x++ name no order: write atomic_fetch_add',
    );
  }
  refuseOrder(found.operation, order, line);
  return found.text;
}

/** An order that the language does not allow there is the mistake of the claim, not of the program. */
function refuseOrder(name: string, order: Order, line: number): void {
  const [operation] = /load|store/.exec(name) ?? [];
  const isWrong =
    (operation === 'load' && (order === 'release' || order === 'acq_rel')) ||
    (operation === 'store' && (order === 'acquire' || order === 'acq_rel'));
  if (isWrong) throw usageError(`a ${operation} cannot be ${order} (line ${line})`);
}

function requireLine(text: string, line: number, file: string): void {
  const { length } = text.split('\n');
  if (line < 1 || line > length) throw usageError(`${file} has no line ${line}`, `it has ${length} lines`);
}

function changedLine(text: string, line: number, file: string, change: (before: string) => string): string {
  requireLine(text, line, file);
  const lines = text.split('\n');
  return lines.with(line - 1, change(lines[line - 1]!)).join('\n');
}

/** Part of the message of the assertion that is added to a program. */
export const AT_THE_END = 'at the end, ';

/** The beginning of names of types that are added to a program. */
export const CLAIMED_TYPE = 'fencepost_type_';

/** Ends of a program after which no function for its end runs: the assertion would not be reached. */
const ENDS_AT_ONCE = /\b(?:_Exit|_exit|quick_exit)\s*\(/;

/**
 * Returns the program with an assertion for when `main` has ended: that not all of the equations hold, or, negated, that
 * all do.
 */
export function withAssertion(text: string, all: readonly Equation[], isNegated: boolean): string {
  const [ending] = ENDS_AT_ONCE.exec(text) ?? [];
  if (ending !== undefined)
    throw usageError(
      `the program calls ${ending.slice(0, -1).trim()}`,
      'claims about values need a program that ends by exit or main',
    );
  for (const [name] of all) {
    // Its address would be compared, and differ from every value.
    if (/^\w+$/.test(name) && new RegExp(`\\b${name}\\s*\\([^;{}]*\\)\\s*(?:noexcept\\s*)?\\{`).test(text))
      throw usageError(`${name} is a function`, 'the claim is about global variables');
  }
  const both = all.map(([name, value]) => `(${name}) == (${value})`).join(' && ');
  const values = all
    .map(([name, value]) => `${name} is ${isNegated ? '' : 'not '}${value}`)
    .join(isNegated ? ' and ' : ' or ');
  // An array would be compared by its address. No function returns one, so the compiler rejects this.
  const types = all.map(([name], i) => `typedef __typeof__(${name}) ${CLAIMED_TYPE}${i}(void);`).join(' ');
  return `${text}
#include <stdlib.h>
#ifdef __cplusplus
extern "C"
#endif
#line ${Math.max(1, text.trimEnd().split('\n').length - 1)}
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn)); ${types}
static void fencepost_claim(void) { if (${isNegated ? '!' : ''}(${both})) __assert_fail("${AT_THE_END}${values}", __FILE__, __LINE__, "claim"); }
__attribute__((constructor)) static void fencepost_claimed(void) { atexit(fencepost_claim); }
`;
}

/** Returns a litmus test with another condition. */
export function withCondition(text: string, condition: string): string {
  const at = text.search(/^\s*(?:locations\s*\[|~?\s*exists\b|forall\b)/m);
  return `${at < 0 ? text : text.slice(0, at)}\n${condition}\n`;
}

/** Returns the source with a structure that has these functions. Arguments get the values 1 and 2. */
export function withStructure(text: string, names: readonly string[], file: string): string {
  if (/\bFENCEPOST_LINEARIZABLE\b/.test(text)) return text;
  const operations = names.map((name) => {
    const [, list] = new RegExp(`\\b${name}\\s*\\(([^()]*)\\)\\s*\\{`).exec(text) ?? [];
    if (list === undefined)
      throw usageError(`${file} defines no function ${name}`, 'the functions of a structure take integers');
    const count = /^\s*(?:void)?\s*$/.test(list) ? 0 : list.split(',').length;
    return [name, Array.from({ length: count }, () => [1, 2])] as const;
  });
  return `${text}\n${structureInC('claimed', operations)}`;
}
