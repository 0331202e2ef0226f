import { FencepostError } from '@fencepost/core';

/** `%x` is a local, `@x` a global, `$x` a comdat, `!x` metadata, `#0` an attribute. */
export type TokenKind =
  | 'local'
  | 'global'
  | 'comdat'
  | 'metadata'
  | 'attribute'
  | 'string'
  | 'number'
  | 'word'
  /** `name:`, which starts a basic block or a field of a metadata node. */
  | 'label'
  | 'symbol';

/** A word of the IR. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Whether white space precedes it. Kept so that unchanged text is printed as it was. */
  readonly spaced: boolean;
}

const NAME = String.raw`(?:"[^"]*"|[-\w$.\\]+)`;
/** The alternatives are ordered: strings and labels before words, `...` before words that start with a dot. */
const TOKEN = new RegExp(
  [
    String.raw`[\s]+|;[^\n]*`,
    String.raw`[%@]${NAME}`,
    String.raw`"[^"]*":|[-\w$.]+:`,
    String.raw`\$${NAME}`,
    String.raw`!(?:[-\w$.\\]+)?`,
    String.raw`[#^][-\w$.]+`,
    String.raw`c?"[^"]*"`,
    String.raw`[-+]?\d[\w.]*(?:(?<=e)[-+]\d+)?`,
    String.raw`\.\.\.|[[\](){}<>,=*|:]`,
    String.raw`[A-Za-z_.][-\w$.]*`,
  ].join('|'),
  'y',
);

/**
 * Tokenizes LLVM's assembly language, as its own printer writes it (llvm/lib/AsmParser/LLLexer.cpp). Drops comments.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let spaced = false;
  let at = 0;
  while (at < text.length) {
    // Most characters are blanks and symbols: told without the expression.
    const code = text.charCodeAt(at);
    if (code === BLANK) {
      spaced = true;
      at++;
      continue;
    }
    const symbol = SYMBOLS[code];
    if (symbol !== undefined) {
      tokens.push({ kind: 'symbol', text: symbol, spaced });
      spaced = false;
      at++;
      continue;
    }
    TOKEN.lastIndex = at;
    if (!TOKEN.test(text)) {
      throw new FencepostError('C_UNSUPPORTED', `this is not LLVM IR: ${JSON.stringify(text.slice(at, at + 40))}`);
    }
    const token = text.slice(at, TOKEN.lastIndex);
    at = TOKEN.lastIndex;
    if (code === SEMICOLON || code < BLANK || code > LAST_ASCII) spaced = true;
    else {
      tokens.push({ kind: kindOf(token), text: token, spaced });
      spaced = false;
    }
  }
  return tokens;
}

const BLANK = 0x20;
const SEMICOLON = 0x3b;
const LAST_ASCII = 0x7e;

/** The symbols of one character, by its code. */
const SYMBOLS: readonly (string | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  '[](){}<>,=*|:'.includes(String.fromCharCode(code)) ? String.fromCharCode(code) : undefined,
);

const KINDS: Readonly<Record<string, TokenKind>> = {
  '%': 'local',
  '@': 'global',
  '!': 'metadata',
  '#': 'attribute',
  '^': 'attribute',
};

/**
 * Returns the kind of a token by its first and last character, which is faster than inspecting the groups of the match.
 */
function kindOf(token: string): TokenKind {
  const first = token.charAt(0);
  const byFirst = KINDS[first];
  if (byFirst !== undefined) return byFirst;
  if (token.endsWith(':')) return 'label';
  if (first === '$') return 'comdat';
  if (token.endsWith('"')) return 'string';
  if (first === '.') return token === '...' ? 'symbol' : 'word';
  // What is left are words, and numbers, which begin with a digit or a sign.
  return first <= '9' ? 'number' : 'word';
}

/** Returns the text of tokens, with their original spacing; `rename` may replace tokens. */
export function joinTokens(tokens: readonly Token[], rename: (token: Token) => string = (token) => token.text): string {
  let text = '';
  for (const token of tokens) text += (token.spaced && text !== '' ? ' ' : '') + rename(token);
  return text;
}

const OPENING = new Set(['(', '[', '{', '<']);
const CLOSING = new Set([')', ']', '}', '>']);

/** Names numbered globals. LLVM requires them to be consecutive, like numbered locals. */
export function nameGlobal(token: Token): Token {
  return token.kind === 'global' && /^@\d+$/.test(token.text)
    ? { ...token, text: `@__fp_numbered.${token.text.slice(1)}` }
    : token;
}

/** Returns the change in bracket depth at a token: 1, -1 or 0. */
export function bracketDepth(token: Token): number {
  if (token.kind !== 'symbol') return 0;
  return OPENING.has(token.text) ? 1 : CLOSING.has(token.text) ? -1 : 0;
}

/** Reads tokens from left to right. */
export class Cursor {
  readonly tokens: readonly Token[];
  position: number;

  constructor(tokens: readonly Token[], position = 0) {
    this.tokens = tokens;
    this.position = position;
  }

  atEnd(): boolean {
    return this.position >= this.tokens.length;
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.position + ahead];
  }

  at(text: string, ahead = 0): boolean {
    return this.tokens[this.position + ahead]?.text === text;
  }

  accept(text: string): boolean {
    if (!this.at(text)) return false;
    this.position++;
    return true;
  }

  next(): Token {
    const token = this.tokens[this.position++];
    if (token === undefined) throw this.unexpected('more');
    return token;
  }

  expect(text: string): void {
    if (!this.accept(text)) throw this.unexpected(`'${text}'`);
  }

  /** Takes a bracket and everything up to its closing bracket. */
  group(): Token[] {
    const start = this.position;
    let depth = 0;
    do depth += bracketDepth(this.next());
    while (depth > 0);
    return this.tokens.slice(start, this.position);
  }

  unexpected(what: string): FencepostError {
    const found = this.atEnd() ? 'its end' : `'${this.tokens[this.position]?.text ?? ''}'`;
    return new FencepostError(
      'C_UNSUPPORTED',
      `unsupported LLVM IR: found ${found}, expected ${what}, in: ${joinTokens(this.tokens).slice(0, 200)}`,
    );
  }
}

/** Splits at the commas outside brackets. */
export function splitAtCommas(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [];
  let part: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    depth += bracketDepth(token);
    if (depth === 0 && token.text === ',') {
      parts.push(part);
      part = [];
    } else part.push(token);
  }
  if (part.length > 0 || parts.length > 0) parts.push(part);
  return parts;
}
