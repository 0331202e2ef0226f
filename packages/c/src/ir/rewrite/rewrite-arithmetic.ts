import type { Body } from '../context/body.js';
import type { Instruction } from '../syntax/function.js';
import { Cursor } from '../syntax/lexer.js';
import { DIVIDES_BY_ZERO, QUOTIENT_TOO_LARGE } from '../syntax/tables.js';
import { parseType } from '../syntax/types.js';
import type { Type } from '../syntax/types.js';
import { parseTypedValue, parseValue } from '../syntax/values.js';

/** Flags that allow the optimiser to assume that nothing overflows. */
const FLAGS = new Set(['nuw', 'nsw', 'exact']);

/** The state of a division that has a result. */
const DIVIDES = 2;

/** Emits an addition, subtraction or multiplication that wraps around. */
export function rewriteWrapping(body: Body, { result, tokens }: Instruction): void {
  const first = tokens.findIndex(({ text }, index) => index > 0 && !FLAGS.has(text));
  const text = body.text([tokens[0]!, ...tokens.slice(first)]);
  body.emit(result === undefined ? text : `${result} = ${text}`);
}

/** Emits a shift by the lower bits of its count, as x86 and WebAssembly do it. In LLVM IR, more is undefined. */
export function rewriteShift(body: Body, instruction: Instruction): void {
  const cursor = new Cursor(instruction.tokens, 1);
  while (FLAGS.has(cursor.peek()?.text ?? '')) cursor.next();
  const type = parseType(cursor);
  if (type.kind !== 'int' || (type.bits !== 32 && type.bits !== 64)) {
    rewriteWrapping(body, instruction);
    return;
  }
  const value = body.text(parseValue(cursor));
  cursor.expect(',');
  const count = body.define(`and ${type.text} ${body.text(parseValue(cursor))}, ${type.bits - 1}`);
  body.define(`${instruction.opcode} ${type.text} ${value}, ${count}`, instruction.result);
}

/**
 * Emits a division after a check of its operands. Without that, a trap would have no place, and none would occur if
 * the result is not used.
 */
export function rewriteDivision(body: Body, instruction: Instruction): void {
  checkDivision(body, instruction);
  body.keep(instruction);
}

function checkDivision(body: Body, { opcode, tokens }: Instruction): void {
  const cursor = new Cursor(tokens, 1);
  cursor.accept('exact');
  const { type, value } = parseTypedValue(cursor);
  cursor.expect(',');
  const divisor = body.text(parseValue(cursor));
  if (type.kind !== 'int' || (/^-?\d+$/.test(divisor) && !['0', '-1'].includes(divisor))) return;
  const isZero = body.define(`icmp eq ${type.text} ${divisor}, 0`);
  const otherwise = mayTrap(opcode, type) ? stateOf(body, type.bits, body.text(value), divisor) : DIVIDES;
  const state = body.define(`select i1 ${isZero}, i32 ${DIVIDES_BY_ZERO}, i32 ${otherwise}`);
  body.call('divides', body.label({ kind: 'division', size: Math.ceil(type.bits / 8), order: 'plain' }), state);
}

/** Whether the smallest integer divided by -1 traps on x86. In WebAssembly, the remainder does not. */
function mayTrap(opcode: string, { bits }: Extract<Type, { kind: 'int' }>): boolean {
  return (opcode === 'sdiv' || opcode === 'srem') && (bits === 32 || bits === 64);
}

/** Returns the state of a division by a divisor that is not zero. */
function stateOf(body: Body, bits: number, dividend: string, divisor: string): string {
  const isSmallest = body.define(`icmp eq i${bits} ${dividend}, ${-(1n << BigInt(bits - 1))}`);
  const isMinusOne = body.define(`icmp eq i${bits} ${divisor}, -1`);
  const isTooLarge = body.define(`and i1 ${isSmallest}, ${isMinusOne}`);
  return body.define(`select i1 ${isTooLarge}, i32 ${QUOTIENT_TOO_LARGE}, i32 ${DIVIDES}`);
}
