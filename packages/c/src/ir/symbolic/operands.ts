import type { Code } from '../races/operations.js';
import { NotFollowed } from '../races/operations.js';
import type { Cursor } from '../syntax/lexer.js';
import type { Type } from '../syntax/types.js';
import { parseType } from '../syntax/types.js';
import type { TypedValue } from '../syntax/values.js';
import { parseTypedValue, parseValue } from '../syntax/values.js';
import { isConstant } from './linear.js';
import type { Frame } from './state.js';
import type { Place, Value } from './values.js';
import { NULL, asNumber, asPlace, number } from './values.js';

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
  const { layout } = code;
  while (/^(?:inbounds|nusw|nuw)$/.test(cursor.peek()?.text ?? '')) cursor.next();
  const first = parseType(cursor);
  cursor.expect(',');
  const base = typedOperand(cursor, code).of;
  const indices: Operand[] = [];
  while (cursor.accept(',')) indices.push(typedOperand(cursor, code).of);
  return (frame) => {
    const place = asPlace(base(frame));
    let type = first;
    let { offset } = place;
    indices.forEach((each, at) => {
      const { term } = asNumber(each(frame));
      if (!isConstant(term)) throw new NotFollowed('an element with an open number');
      const index = Number(term.constant);
      if (at === 0) offset += index * layout.size(type);
      else {
        const part = layout.part(type, index);
        offset += part.offset;
        ({ type } = part);
      }
    });
    return { ...place, offset };
  };
}
