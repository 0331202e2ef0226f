import type { Token } from './c-syntax.js';
import { closing, isWord, lastBefore, opening } from './c-syntax.js';

/** One of the names that a declaration declares. Tokens by index. */
export interface Declarator {
  readonly first: number;
  readonly last: number;
  readonly name: number;
  readonly stars: readonly number[];
  /** Token of the `volatile` after the last star. */
  readonly volatile: number | undefined;
  /** Number of bracket pairs after the name. */
  readonly dimensions: number;
  readonly isBitField: boolean;
}

/** A declaration of variables, members or a parameter. */
export interface Declaration {
  readonly first: number;
  /** The type without the storage classes and qualifiers around it. */
  readonly type: { readonly first: number; readonly last: number };
  /** Token of the `volatile` among the specifiers. */
  readonly volatile: number | undefined;
  /** The last specifier. */
  readonly last: number;
  readonly declarators: readonly Declarator[];
  readonly isStatic: boolean;
  /** The enclosing construct: a class or similar, the parentheses of a function, or anything else. */
  readonly within: 'struct' | 'union' | 'parameters' | 'block';
  /** Range of tokens in which the names have this meaning. */
  readonly scope: readonly [number, number];
}

const STORAGE = new Set([
  ...['static', 'extern', 'inline', 'register', 'thread_local', '_Thread_local', '__thread', 'mutable', 'constinit'],
]);
const QUALIFIERS = new Set(['const', 'volatile']);
const BUILT_IN = new Set([
  ...['int', 'long', 'short', 'char', 'signed', 'unsigned', 'bool', '_Bool', 'float', 'double', 'auto', '__int128'],
]);
const TAGS = new Set(['struct', 'union', 'enum', 'class']);
/** Words that cannot begin a declaration, although a name may follow. */
const NO_TYPE = new Set([
  ...['return', 'goto', 'else', 'delete', 'throw', 'new', 'sizeof', 'case', 'using', 'typedef', 'do', 'not', 'default'],
  ...['co_return', 'co_yield', 'co_await', 'namespace', 'template', 'friend', 'operator', 'typename'],
]);

/** Returns all declarations of a name. */
export function declarationsOf(tokens: readonly Token[], name: string): readonly Declaration[] {
  const found: Declaration[] = [];
  tokens.forEach(({ text }, at) => {
    if (text !== name) return;
    const start = startOf(tokens, at);
    const declaration = start && declarationAt(tokens, start.first, start.open);
    if (declaration?.declarators.some((each) => each.name === at) === true) found.push(declaration);
  });
  return found;
}

/**
 * Returns the start of the declaration that would contain a token, and the bracket around it; undefined if no
 * declaration can be at this place.
 */
function startOf(tokens: readonly Token[], at: number): { first: number; open: number | undefined } | undefined {
  for (let i = at - 1; i >= 0; i--) {
    const { text } = tokens[i]!;
    if (text === ')' || text === ']') i = opening(tokens, i);
    else if (text === '}') {
      // An initialiser list is part of the declaration; a block before it is not.
      if (tokens[i + 1]?.text !== ',') return { first: i + 1, open: enclosing(tokens, i + 1) };
      i = opening(tokens, i);
    } else if (text === ';' || text === '{') return { first: i + 1, open: enclosing(tokens, i + 1) };
    else if (text === '(') return { first: parameterStart(tokens, i + 1, at), open: i };
    else if (text === '[') return undefined;
    else if (text === ':' && /^(?:public|private|protected)$/.test(tokens[i - 1]?.text ?? ''))
      return { first: i + 1, open: enclosing(tokens, i + 1) };
  }
  return { first: 0, open: undefined };
}

function parameterStart(tokens: readonly Token[], from: number, to: number): number {
  let first = from;
  for (let i = from; i < to; i++) {
    const { text } = tokens[i]!;
    if (text === '(' || text === '[' || text === '{') i = closing(tokens, i);
    else if (text === ',') first = i + 1;
  }
  return first;
}

/** Returns the brace around a token. */
function enclosing(tokens: readonly Token[], at: number): number | undefined {
  for (let i = at - 1; i >= 0; i--) {
    const { text } = tokens[i]!;
    if (text === ')' || text === ']' || text === '}') i = opening(tokens, i);
    else if (text === '{') return i;
  }
  return undefined;
}

function declarationAt(tokens: readonly Token[], first: number, open: number | undefined): Declaration | undefined {
  const specifiers = specifiersAt(tokens, first);
  if (specifiers === undefined) return undefined;
  const isParameter = open !== undefined && tokens[open]!.text === '(';
  const declarators = declaratorsAt(tokens, specifiers.last + 1, isParameter);
  if (declarators.length === 0) return undefined;
  return { ...specifiers, first, declarators, ...placeOf(tokens, open) };
}

function specifiersAt(
  tokens: readonly Token[],
  from: number,
): Pick<Declaration, 'type' | 'volatile' | 'last' | 'isStatic'> | undefined {
  let type: { first: number; last: number } | undefined;
  let volatile: number | undefined;
  let isStatic = false;
  let at = from;
  for (; at < tokens.length; at++) {
    const { text } = tokens[at]!;
    if (text === '[' && tokens[at + 1]?.text === '[') at = closing(tokens, at);
    else if (/^(?:alignas|_Alignas|__attribute__|__declspec)$/.test(text)) at = closing(tokens, at + 1);
    else if (STORAGE.has(text)) isStatic ||= text === 'static';
    else if (QUALIFIERS.has(text)) volatile = text === 'volatile' ? at : volatile;
    else if (BUILT_IN.has(text)) type = { first: type?.first ?? at, last: at };
    else if (type === undefined && TAGS.has(text) && isWord(tokens[at + 1])) {
      type = { first: at, last: at + 1 };
      at++;
    } else if (type === undefined && isWord(tokens[at]) && !NO_TYPE.has(text)) {
      const last = pathEnd(tokens, at);
      type = { first: at, last };
      at = last;
    } else break;
  }
  return type && { type, volatile, isStatic, last: at - 1 };
}

/** Returns the end of a name such as `std::vector<int>`. */
function pathEnd(tokens: readonly Token[], from: number): number {
  let at = from;
  for (;;) {
    if (tokens[at + 1]?.text === '<') at = angleEnd(tokens, at + 1);
    if (tokens[at + 1]?.text !== '::' || !isWord(tokens[at + 2])) return at;
    at += 2;
  }
}

function angleEnd(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    const { text } = tokens[i]!;
    if (text === '<') depth++;
    else if (text === '>' && --depth === 0) return i;
    else if (text === ';' || text === '{') break;
  }
  return open;
}

function declaratorsAt(tokens: readonly Token[], from: number, isParameter: boolean): readonly Declarator[] {
  const found: Declarator[] = [];
  for (let first = from; ;) {
    const declarator = declaratorAt(tokens, first);
    if (declarator === undefined) return [];
    found.push(declarator);
    const { text } = tokens[declarator.last + 1]!;
    if (text !== ',' || isParameter) return found;
    first = declarator.last + 2;
  }
}

function declaratorAt(tokens: readonly Token[], first: number): Declarator | undefined {
  const stars: number[] = [];
  let volatile: number | undefined;
  let at = first;
  for (; ; at++) {
    const text = tokens[at]?.text ?? '';
    if (text === '*') {
      stars.push(at);
      volatile = undefined;
    } else if (text === 'volatile') volatile = at;
    else if (text !== '&' && !QUALIFIERS.has(text) && text !== 'restrict' && text !== '_Atomic') break;
  }
  // A static member is defined outside of its class.
  while (tokens[at + 1]?.text === '::' && isWord(tokens[at])) at += 2;
  const name = at;
  if (!isWord(tokens[name])) return undefined;
  let dimensions = 0;
  while (tokens[at + 1]?.text === '[') {
    at = closing(tokens, at + 1);
    dimensions++;
  }
  const isBitField = tokens[at + 1]?.text === ':';
  const next = tokens[at + 1]?.text ?? '';
  if (!';,)={:('.includes(next) || next === '') return undefined;
  // A function, unless the parentheses contain a value.
  if (next === '(' && !/^[\d'"(&]|^(?:true|false|nullptr|NULL)$/.test(tokens[at + 2]?.text ?? ')')) return undefined;
  const last = lastBefore(tokens, at + 1, ',;)');
  return last === undefined ? undefined : { first, last, name, stars, volatile, dimensions, isBitField };
}

function placeOf(tokens: readonly Token[], open: number | undefined): Pick<Declaration, 'within' | 'scope'> {
  if (open === undefined) return { within: 'block', scope: [0, tokens.length] };
  const close = closing(tokens, open);
  if (tokens[open]!.text === '(') {
    // The scope of parameters extends over the body.
    let body = close + 1;
    while (body < tokens.length && !';{}'.includes(tokens[body]!.text)) body++;
    return { within: 'parameters', scope: [open, tokens[body]?.text === '{' ? closing(tokens, body) : close] };
  }
  let head = open - 1;
  while (head >= 0 && !';{})'.includes(tokens[head]!.text)) head--;
  const words = tokens.slice(head + 1, open).map(({ text }) => text);
  const isFile = words.includes('namespace') || (words.includes('extern') && words.length === 2);
  const within = words.includes('union') ? 'union' : words.some((word) => TAGS.has(word)) ? 'struct' : 'block';
  return { within: words.includes('=') ? 'block' : within, scope: isFile ? [0, tokens.length] : [open, close] };
}
