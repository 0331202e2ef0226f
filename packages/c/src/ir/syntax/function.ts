import type { Token } from './lexer.js';
import { bracketDepth, Cursor, nameGlobal, splitAtCommas, tokenize } from './lexer.js';
import type { Type } from './types.js';
import { parseType } from './types.js';

/** A parameter of a function. */
export interface Parameter {
  readonly type: Type;
  /** `%name`; numbered if unnamed, empty in a declaration. */
  readonly name: string;
  readonly attributes: readonly Token[];
}

/** The first line of a function, without the parts that are dropped. */
export interface Signature {
  readonly name: string;
  /** Linkage and visibility. */
  readonly linkage: readonly string[];
  readonly result: Type;
  readonly parameters: readonly Parameter[];
  readonly variadic: boolean;
  /** Attributes of the function itself, and references to groups. */
  readonly attributes: readonly string[];
  readonly comdat: string;
  /** The metadata node of its DISubprogram. */
  readonly subprogram: string | undefined;
}

/** An instruction, with its operands not interpreted. */
export interface Instruction {
  /** `%name` of its result. */
  readonly result: string | undefined;
  readonly opcode: string;
  /** The tokens from the opcode on, without metadata. */
  readonly tokens: readonly Token[];
  readonly location: string | undefined;
  /** The metadata of a loop, at the branch that closes it. */
  readonly loop: string | undefined;
  /** The type that `new` allocates. */
  readonly heap?: string | undefined;
}

/** A basic block. */
export interface Block {
  /** The label without `%` and colon. */
  readonly label: string;
  readonly instructions: readonly Instruction[];
}

/** A function with its body. */
export interface FunctionDefinition {
  readonly signature: Signature;
  readonly blocks: readonly Block[];
  /** The debug information of variables that live in an alloca: `%x` to `!12`. */
  readonly variables: ReadonlyMap<string, string>;
  /** The prefix of renamed numbered locals: `%5` is `%v.5`. */
  readonly numberPrefix: string;
  /** A prefix for new locals that is unused in the function. */
  readonly freshPrefix: string;
}

const LINKAGES = new Set(
  (
    'private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr external ' +
    'hidden protected default'
  ).split(' '),
);
/** Words that start a type. The words between the linkage and the result type are dropped; some have an argument. */
const TYPE_START = /^(?:i\d+|ptr|void|half|bfloat|float|double|x86_fp80|fp128|ppc_fp128|target|x86_amx|token)$/;

/** Skips calling conventions, attributes and the like up to a type. */
export function skipToType(cursor: Cursor): void {
  for (let token = cursor.peek(); token !== undefined; token = cursor.peek()) {
    if (token.kind !== 'word' && token.kind !== 'number' && token.kind !== 'attribute' && token.kind !== 'string')
      return;
    if (token.kind === 'word' && TYPE_START.test(token.text)) return;
    cursor.next();
    if (cursor.at('(')) cursor.group();
  }
}

/** Parses a function's `define` or `declare` up to the body. */
export function parseSignature(cursor: Cursor): Signature {
  const linkage: string[] = [];
  // A declaration may start with metadata: `declare !srcloc !1 void @f()`.
  while (cursor.peek()?.kind === 'metadata') cursor.next();
  while (LINKAGES.has(cursor.peek()?.text ?? '')) linkage.push(cursor.next().text);
  skipToType(cursor);
  const result = parseType(cursor);
  const name = cursor.next().text;
  const parameters: Parameter[] = [];
  let variadic = false;
  let numbered = 0;
  for (const part of splitAtCommas(cursor.group().slice(1, -1))) {
    if (part[0]?.text === '...') {
      variadic = true;
      continue;
    }
    const inner = new Cursor(part);
    const type = parseType(inner);
    const attributes = part.slice(inner.position);
    const own = attributes.at(-1)?.kind === 'local' ? attributes.pop()?.text : undefined;
    parameters.push({ type, name: own ?? `%${numbered}`, attributes });
    if (own === undefined || /^%\d+$/.test(own)) numbered++;
  }
  return { name, linkage, result, parameters, variadic, ...parseTail(cursor, name) };
}

function parseTail(cursor: Cursor, name: string): Pick<Signature, 'attributes' | 'comdat' | 'subprogram'> {
  const attributes: string[] = [];
  let comdat = '';
  let subprogram: string | undefined;
  while (!cursor.atEnd()) {
    const token = cursor.next();
    if (token.text === 'comdat') comdat = cursor.at('(') ? (cursor.group()[1]?.text ?? '') : `$${name.slice(1)}`;
    else if (token.text === '!dbg') subprogram = cursor.next().text;
    else if (token.text === '(') {
      cursor.position--;
      cursor.group();
    } else if (token.kind === 'word' || token.kind === 'attribute') attributes.push(token.text);
  }
  return { attributes, comdat, subprogram };
}

/** Returns a prefix that starts no local of the text. */
function freePrefix(text: string, wish: string): string {
  let prefix = wish;
  while (text.includes(`%${prefix}`)) prefix = wish + prefix;
  return prefix;
}

/**
 * Parses a function. LLVM requires numbered values and blocks to be consecutive, which inserted instructions would
 * violate, so each of them gets a name.
 */
export function parseFunction(lines: readonly string[]): FunctionDefinition {
  const text = lines.join('\n');
  const prefix = freePrefix(text, 'v.');
  const named = (token: Token): Token =>
    token.kind === 'local' && /^%\d+$/.test(token.text)
      ? { ...token, text: `%${prefix}${token.text.slice(1)}` }
      : nameGlobal(token);
  const read = (line: string): Token[] => tokenize(line).map(named);

  const header = parseSignature(new Cursor(tokenize(lines[0] ?? '').map(nameGlobal), 1));
  const numbered = header.parameters.filter(({ name }) => /^%\d+$/.test(name)).length;
  const parameters = header.parameters.map((each) => ({
    ...each,
    name: named({ kind: 'local', text: each.name, spaced: true }).text,
  }));

  const blocks: { label: string; instructions: Instruction[] }[] = [];
  const variables = new Map<string, string>();
  for (let at = 1; at < lines.length; at++) {
    const tokens = read(lines[at] ?? '');
    if (tokens[0] === undefined) continue;
    if (tokens[0].kind === 'label') {
      const label = tokens[0].text.slice(0, -1);
      blocks.push({ label: /^\d+$/.test(label) ? prefix + label : label, instructions: [] });
      continue;
    }
    if (blocks.length === 0) blocks.push({ label: `${prefix}${numbered}`, instructions: [] });
    if (tokens[0].text.startsWith('#dbg_')) {
      if (tokens[0].text === '#dbg_declare') declare(variables, tokens);
      continue;
    }
    while (continues(tokens, lines[at + 1])) tokens.push(...read(lines[++at] ?? ''));
    const instruction = parseInstruction(tokens);
    if (isDebugCall(instruction)) {
      if (instruction.tokens.some(({ text: word }) => word === '@llvm.dbg.declare'))
        declare(variables, instruction.tokens);
    } else blocks.at(-1)?.instructions.push(instruction);
  }
  return {
    signature: { ...header, parameters },
    blocks,
    variables,
    numberPrefix: prefix,
    freshPrefix: freePrefix(text, 'fp.'),
  };
}

/**
 * Returns whether an instruction continues on the next line: a switch has its table on separate lines, and the unwind
 * clause of an invoke or a landing pad is on the next line.
 */
function continues(tokens: readonly Token[], line: string | undefined): boolean {
  if (line === undefined) return false;
  let depth = 0;
  for (const token of tokens) depth += bracketDepth(token);
  return depth > 0 || /^\s+(?:to label|unwind|cleanup|catch|filter)\b/.test(line);
}

function declare(variables: Map<string, string>, tokens: readonly Token[]): void {
  const variable = tokens.find((token) => token.kind === 'local');
  const node = tokens.find((token) => token.kind === 'metadata' && /^!\d/.test(token.text));
  if (variable !== undefined && node !== undefined) variables.set(variable.text, node.text);
}

function isDebugCall(instruction: Instruction): boolean {
  return (
    instruction.opcode === 'call' &&
    instruction.tokens.some(({ kind, text }) => kind === 'global' && text.startsWith('@llvm.dbg.'))
  );
}

/** Parses the tokens of an instruction. */
export function parseInstruction(all: readonly Token[]): Instruction {
  let tokens = all;
  let result: string | undefined;
  if (tokens[0]?.kind === 'local' && tokens[1]?.text === '=') {
    result = tokens[0].text;
    tokens = tokens.slice(2);
  }
  let location: string | undefined;
  let loop: string | undefined;
  let heap: string | undefined;
  let depth = 0;
  for (let at = 0; at + 1 < tokens.length; at++) {
    depth += bracketDepth(tokens[at]!);
    if (depth > 0 || tokens[at]?.text !== ',' || tokens[at + 1]?.kind !== 'metadata') continue;
    for (let next = at; next < tokens.length; next++) {
      if (tokens[next]?.text === '!dbg') location = tokens[next + 1]?.text;
      if (tokens[next]?.text === '!llvm.loop') loop = tokens[next + 1]?.text;
      if (tokens[next]?.text === '!heapallocsite') heap = tokens[next + 1]?.text;
    }
    tokens = tokens.slice(0, at);
    break;
  }
  while (['tail', 'musttail', 'notail'].includes(tokens[0]?.text ?? '')) tokens = tokens.slice(1);
  return { result, opcode: tokens[0]?.text ?? '', tokens, location, loop, ...(heap !== undefined && { heap }) };
}
