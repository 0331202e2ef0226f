import { usageError } from '../../errors.js';
import type { Equation, Order } from './grammar.js';

const FENCE = /(?:std::)?(?:atomic_thread_fence|__atomic_thread_fence|__sync_synchronize|smp_mb)\s*\([^)]*\)/;
const INSTRUCTION = /\b(?:mfence|sfence|lfence|dmb\s+\w+)\b/gi;
const CALL =
  /\b(?:atomic_(?:load|store|exchange|fetch_\w+|compare_exchange_\w+?)(?:_explicit)?|atomic_thread_fence)\s*\(|\.(?:load|store|exchange|fetch_\w+|compare_exchange_\w+)\s*\(/;

/** Returns the text without the fence of a line. */
export function withoutFence(text: string, line: number, file: string): string {
  return changedLine(text, line, file, (before) => {
    if (FENCE.test(before)) return before.replace(FENCE, '((void)0)');
    // The columns of a litmus test stay.
    if (file.endsWith('.litmus')) {
      const after = before.replaceAll(INSTRUCTION, (found) => ' '.repeat(found.length));
      if (after !== before) return after;
    }
    throw usageError(`line ${line} of ${file} has no fence`, 'name the line of atomic_thread_fence, or of mfence');
  });
}

/** Returns the text with another order for the first atomic operation of a line. */
export function withOrder(text: string, line: number, order: Order, file: string): string {
  return changedLine(text, line, file, (before) => {
    const found = CALL.exec(before);
    if (found === null) {
      throw usageError(
        `line ${line} of ${file} has no atomic operation whose order can be named`,
        'operators such as x++ name no order: write atomic_fetch_add',
      );
    }
    return reordered(before, found.index, found[0], order, line);
  });
}

function reordered(line: string, at: number, call: string, order: Order, number: number): string {
  const open = at + call.length - 1;
  const close = closing(line, open);
  if (close < 0) throw usageError(`line ${number} is not the whole operation`, 'write the call in one line');
  const given = argumentsIn(line.slice(open + 1, close));
  const isMethod = call.startsWith('.');
  const name = call.slice(isMethod ? 1 : 0).replace(/\s*\($/, '');
  refuseOrder(name.replace(/^atomic_/, '').replace(/_explicit$/, ''), order, number);
  const own = isMethod ? 'std::memory_order_' : 'memory_order_';
  const named = `${own}${order}`;
  if (name === 'atomic_thread_fence') return `${line.slice(0, open + 1)}${named}${line.slice(close)}`;
  // Arguments before the order: the object (not of a method), and the values.
  const before = (isMethod ? 0 : 1) + (name.includes('compare_exchange') ? 2 : name.includes('load') ? 0 : 1);
  const failure = name.includes('compare_exchange')
    ? [`${own}${order === 'acq_rel' ? 'acquire' : order === 'release' ? 'relaxed' : order}`]
    : [];
  const explicit = isMethod || name.endsWith('_explicit') ? name : `${name}_explicit`;
  const start = isMethod ? `${line.slice(0, at)}.${explicit}(` : `${line.slice(0, at)}${explicit}(`;
  return `${start}${[...given.slice(0, before), named, ...failure].join(', ')}${line.slice(close)}`;
}

/** An order that the language does not allow there is the mistake of the claim, not of the program. */
function refuseOrder(operation: string, order: Order, line: number): void {
  const isWrong =
    (operation === 'load' && (order === 'release' || order === 'acq_rel')) ||
    (operation === 'store' && (order === 'acquire' || order === 'acq_rel'));
  if (isWrong) throw usageError(`a ${operation} cannot be ${order} (line ${line})`);
}

function closing(line: string, open: number): number {
  let depth = 0;
  for (let at = open; at < line.length; at++) {
    if (line[at] === '(') depth++;
    else if (line[at] === ')' && --depth === 0) return at;
  }
  return -1;
}

function argumentsIn(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text[at] ?? ',';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts.filter((part) => part !== '');
}

function changedLine(text: string, line: number, file: string, change: (before: string) => string): string {
  const lines = text.split('\n');
  if (line < 1 || line > lines.length) throw usageError(`${file} has no line ${line}`, `it has ${lines.length} lines`);
  return lines.with(line - 1, change(lines[line - 1]!)).join('\n');
}

/** The message of an assertion that fails if a claim on the values at the end is wrong. */
export const CLAIMED = 'the claim holds at the end';

/** Returns the program with an assertion for when `main` has ended: that not all of the equations hold. */
export function withAssertion(text: string, all: readonly Equation[], isNegated: boolean): string {
  const both = all.map(([name, value]) => `(${name}) == (${value})`).join(' && ');
  return `${text}
#include <stdlib.h>
#ifdef __cplusplus
extern "C"
#endif
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
static void fencepost_claim(void) { if (${isNegated ? '!' : ''}(${both})) __assert_fail("${CLAIMED}", __FILE__, __LINE__, "claim"); }
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
    return `FENCEPOST_OPERATION(${[name, ...Array.from({ length: count }, () => 'FENCEPOST_VALUES(1, 2)')].join(', ')})`;
  });
  return `${text}\n#include <fencepost/linearizable.h>\nFENCEPOST_LINEARIZABLE(claimed)\n${operations.join('\n')}\n`;
}
