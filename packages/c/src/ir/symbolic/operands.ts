import type { Code } from '../races/operations.js';
import { NotFollowed } from '../races/operations.js';
import { elementStep } from '../analysis/pointers.js';
import type { Cursor } from '../syntax/lexer.js';
import type { Type } from '../syntax/types.js';
import { POINTER, intType } from '../syntax/types.js';
import type { TypedValue } from '../syntax/values.js';
import { parseTypedValue, parseValue } from '../syntax/values.js';
import type { Frame } from './state.js';
import type { Place, Value } from './values.js';
import { NULL, asPlace, known, number } from './values.js';

/** Returns the value of an operand in a call. */
export type Operand = (frame: Frame) => Value;

/** Returns the operand of a parsed value. */
export function operandOf({ type, value }: TypedValue, { sources }: Code): Operand {
  const [token] = value;
  if (value.length === 1 && token?.kind === 'local') {
    return ({ locals }) => {
      const found = locals.get(token.text);
      if (found === undefined) throw new NotFollowed('a value that does not exist');
      return found;
    };
  }
  const text = value.length === 1 ? token!.text : '';
  if (type.kind === 'int' && /^(?:-?\d+|true|false|zeroinitializer)$/.test(text)) {
    const digits = text === 'true' ? '1' : text.replace(/^(?:false|zeroinitializer)$/, '0');
    const known = number(BigInt(digits), type.bits);
    return () => known;
  }
  if (type.kind === 'pointer' && /^(?:null|zeroinitializer)$/.test(text)) return () => NULL;
  const [source, ...others] = sources(value);
  if (source !== undefined && 'symbol' in source && source.offset !== undefined && others.length === 0) {
    const place: Place = { kind: 'pointer', object: source.symbol, offset: source.offset };
    return () => place;
  }
  return () => {
    throw new NotFollowed('another constant');
  };
}

export function typedOperand(cursor: Cursor, code: Code): { readonly type: Type; readonly of: Operand } {
  const typed = parseTypedValue(cursor);
  return { type: typed.type, of: operandOf(typed, code) };
}

/** Returns the operands of a binary operation or a comparison. */
export function pairOf(cursor: Cursor, code: Code): { readonly type: Type; readonly a: Operand; readonly b: Operand } {
  const { type, of: a } = typedOperand(cursor, code);
  cursor.expect(',');
  return { type, a, b: operandOf({ type, value: parseValue(cursor) }, code) };
}

/** Returns the place that `getelementptr` computes. */
export function elementOf(cursor: Cursor, code: Code): Operand {
  const step = elementStep(cursor, code.layout);
  if (step === undefined) throw new NotFollowed('a vector of pointers');
  const { bytes, stride, index } = step;
  if (stride > 0 && index === undefined) throw new NotFollowed('an element with several open numbers');
  const base = operandOf({ type: POINTER, value: step.base }, code);
  const element = index && operandOf({ type: intType(64), value: index }, code);
  return (frame) => {
    const place = asPlace(base(frame));
    const at = element === undefined ? 0n : known(element(frame), 'an element with an open number');
    return { ...place, offset: place.offset + bytes + Number(at) * stride };
  };
}
