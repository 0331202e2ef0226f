import type { Instruction } from './function.js';
import { skipToType } from './function.js';
import type { Token } from './lexer.js';
import { Cursor, splitAtCommas } from './lexer.js';
import type { Type } from './types.js';
import { parseType } from './types.js';
import type { Value } from './values.js';
import { parseValue } from './values.js';

/** An argument as it is passed. */
export interface Argument {
  readonly type: Type;
  readonly value: Value;
  readonly attributes: readonly Token[];
}

/** A parsed call. */
export interface Call {
  readonly result: Type;
  /** Present for variadic functions. */
  readonly functionType: (Type & { readonly kind: 'function' }) | undefined;
  /** Empty for assembly. */
  readonly callee: Value;
  readonly assembly: { readonly template: string; readonly constraints: string } | undefined;
  readonly arguments: readonly Argument[];
  readonly attributes: readonly string[];
  /** Label at which an invoke continues, with its `%`. */
  readonly normal: string | undefined;
  /** Label at which it continues if the thread ends within the call. */
  readonly unwind: string | undefined;
}

/** Words that start a constant. All other words between a type and a value are attributes. */
const CONSTANTS = new Set(
  (
    'null undef poison true false zeroinitializer none getelementptr ptrtoint ptrtoaddr inttoptr bitcast addrspacecast ' +
    'trunc zext sext add sub mul xor and or shl lshr ashr icmp select extractelement insertelement shufflevector splat ' +
    'blockaddress dso_local_equivalent no_cfi ptrauth asm'
  ).split(' '),
);

/** Calls that were parsed: each pass over a function asks for them again. */
const parsed = new WeakMap<Instruction, Call>();

/** Parses `call` and `invoke`. */
export function parseCall(instruction: Instruction): Call {
  const known = parsed.get(instruction);
  if (known !== undefined) return known;
  const call = parse(instruction);
  parsed.set(instruction, call);
  return call;
}

function parse(instruction: Instruction): Call {
  const cursor = new Cursor(instruction.tokens, 1);
  skipToType(cursor);
  const type = parseType(cursor);
  const functionType = type.kind === 'function' ? type : undefined;
  let callee: Value = [];
  let assembly: Call['assembly'];
  if (cursor.accept('asm')) {
    while (cursor.peek()?.kind === 'word') cursor.next();
    const template = cursor.next().text.slice(1, -1);
    cursor.expect(',');
    assembly = { template, constraints: cursor.next().text.slice(1, -1) };
  } else callee = parseValue(cursor);
  const list = splitAtCommas(cursor.group().slice(1, -1)).map(parseArgument);
  const attributes: string[] = [];
  let normal: string | undefined;
  let unwind: string | undefined;
  while (!cursor.atEnd()) {
    if (cursor.at('[')) cursor.group();
    else if (cursor.accept('to')) {
      cursor.expect('label');
      normal = cursor.next().text;
      cursor.expect('unwind');
      cursor.expect('label');
      unwind = cursor.next().text;
    } else attributes.push(cursor.next().text);
  }
  return {
    result: functionType?.result ?? type,
    functionType,
    callee,
    assembly,
    arguments: list,
    attributes,
    normal,
    unwind,
  };
}

function parseArgument(tokens: readonly Token[]): Argument {
  const cursor = new Cursor(tokens);
  const type = parseType(cursor);
  const start = cursor.position;
  if (type.kind === 'other') return { type, value: tokens.slice(start), attributes: [] };
  for (let token = cursor.peek(); token?.kind === 'word' && !CONSTANTS.has(token.text); token = cursor.peek()) {
    cursor.next();
    if (token.text === 'align' && cursor.peek()?.kind === 'number') cursor.next();
    else if (cursor.at('(')) cursor.group();
  }
  const attributes = tokens.slice(start, cursor.position);
  return { type, value: parseValue(cursor), attributes };
}

/** Returns the type in an attribute such as `byval(%struct.S)`. */
export function attributeType(attributes: readonly Token[], name: string): Type | undefined {
  const at = attributes.findIndex((token) => token.text === name);
  if (at < 0 || attributes[at + 1]?.text !== '(') return undefined;
  return parseType(new Cursor(attributes, at + 2));
}

/** Returns whether the argument is a pointer to the callee's own copy. */
export function isByValue(attributes: readonly Token[]): boolean {
  return attributes.some((token) => token.text === 'byval');
}

/** Parses `align 64` among attributes or at the end of an instruction, if it exceeds the usual alignment of objects. */
export function alignment(tokens: readonly Token[]): { readonly align?: number } {
  const at = tokens.findLastIndex((token) => token.text === 'align');
  const align = at < 0 ? 0 : Number(tokens[at + 1]?.text);
  return align > 16 ? { align } : {};
}
