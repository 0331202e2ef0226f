import type { GlobalLine } from '../syntax/module.js';
import { Cursor } from '../syntax/lexer.js';
import type { Layout, Type } from '../syntax/types.js';
import { parseType } from '../syntax/types.js';
import { parseValue } from '../syntax/values.js';
import type { Constants } from './lower-values.js';
import type { GlobalVariable } from './operations.js';
import { NotFollowed } from './operations.js';

type Pointers = GlobalVariable['pointers'][number][];
type Numbers = GlobalVariable['numbers'][number][];

/** Returns the variable of this line, under its name in the whole program. */
export function globalVariable(
  { tokens }: GlobalLine,
  name: string,
  layout: Layout,
  constants: Constants,
): GlobalVariable {
  const cursor = new Cursor(tokens);
  let isExternal = false;
  let isThreadLocal = false;
  for (; !cursor.at('global') && !cursor.at('constant'); cursor.next()) {
    if (cursor.atEnd() || cursor.at('alias') || cursor.at('ifunc')) throw new NotFollowed(`alias ${name}`);
    isExternal ||= cursor.at('external') || cursor.at('extern_weak');
    isThreadLocal ||= cursor.at('thread_local');
    // Arguments of words, such as addrspace(1).
    if (cursor.at('(', 1) && !cursor.at('thread_local')) throw new NotFollowed(`variable ${name}`);
  }
  const isConstant = cursor.next().text === 'constant';
  const type = parseType(cursor);
  const pointers: Pointers = [];
  const numbers: Numbers = [];
  if (!isExternal) initialValue(cursor, type, 0, layout, constants, pointers, numbers);
  return { name, bytes: isExternal ? undefined : layout.size(type), isConstant, isThreadLocal, pointers, numbers };
}

function initialValue(
  cursor: Cursor,
  type: Type,
  at: number,
  layout: Layout,
  constants: Constants,
  pointers: Pointers,
  numbers: Numbers,
): void {
  const resolved = layout.resolve(type);
  const isPacked = cursor.at('<') && cursor.at('{', 1);
  if (isPacked || cursor.at('{') || (cursor.at('[') && resolved.kind === 'array')) {
    if (isPacked) cursor.next();
    cursor.next();
    for (let index = 0; !cursor.at('}') && !cursor.at(']'); index++) {
      if (index > 0) cursor.expect(',');
      const element = parseType(cursor);
      initialValue(cursor, element, at + layout.part(resolved, index).offset, layout, constants, pointers, numbers);
    }
    cursor.next();
    if (isPacked) cursor.expect('>');
    return;
  }
  const value = parseValue(cursor);
  for (const to of constants.sources(value)) pointers.push({ at, to });
  const text = value.length === 1 ? value[0]!.text : '';
  if (/^(?:zeroinitializer|null|false|0)$/.test(text)) return;
  const isNumber = resolved.kind === 'int' && /^(?:-?\d+|true)$/.test(text);
  numbers.push({ at, bytes: layout.size(resolved), number: isNumber ? BigInt(text.replace('true', '1')) : undefined });
}
