/** A token of C or C++. Comments, strings and directives are not relevant here. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A statement: tokens from `first` to `last`, by index. */
export interface Statement {
  readonly first: number;
  readonly last: number;
  /** Whether the enclosing statement requires a single statement here, like the body of an `if` without braces. */
  readonly isBody: boolean;
  /** Whether a semicolon ends the statement. Functions and initialiser lists have none. */
  readonly isEnded: boolean;
  /** The keyword of a statement with a condition, and the tokens between its parentheses. */
  readonly header?: { readonly word: string; readonly first: number; readonly last: number };
}

// A directive, with its continuation lines; comments; strings; numbers; words; the relevant operators.
const TOKEN = new RegExp(
  [
    String.raw`(?<=^|\n)[ \t]*#(?:[^\n\\]|\\\r?\n|\\.)*`,
    String.raw`//(?:[^\n\\]|\\\r?\n|\\.)*`,
    String.raw`/\*[\s\S]*?\*/`,
    String.raw`R"(?<delimiter>[^()\s\\]{0,16})\([\s\S]*?\)\k<delimiter>"`,
    String.raw`"(?:[^"\\\n]|\\[\s\S])*"`,
    String.raw`\b\d(?:['\w.]|(?<=[eEpP])[+-])*`,
    String.raw`'(?:[^'\\\n]|\\[\s\S])*'`,
    String.raw`[\p{L}_$][\p{L}\p{M}\p{N}_$]*`,
    String.raw`::|->|\S`,
  ].join('|'),
  'gu',
);

const WORD = /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*$/u;

export function isWord(token: Token | undefined): boolean {
  return token !== undefined && WORD.test(token.text);
}

/** Returns the tokens of a source. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (/^(?:[ \t]*#|\/\/|\/\*)/.test(token)) continue;
    tokens.push({ text: token, start: index, end: index + token.length });
  }
  return tokens;
}

/** Returns the index of the token that closes the group opened at `open`; the end of the source if it is not closed. */
export function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    const { text } = tokens[i]!;
    if (text === '(' || text === '[' || text === '{') depth++;
    else if (text === ')' || text === ']' || text === '}') depth--;
    if (depth === 0) return i;
  }
  return tokens.length;
}

/** Returns the index of the token that opens the group closed at `close`. */
export function opening(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let i = close; i >= 0; i--) {
    const { text } = tokens[i]!;
    if (text === ')' || text === ']' || text === '}') depth++;
    else if (text === '(' || text === '[' || text === '{') depth--;
    if (depth === 0) return i;
  }
  return -1;
}

/**
 * Returns the last token before one of `ends`, skipping groups; undefined if something else closes the enclosing group,
 * or nothing ends it.
 */
export function lastBefore(tokens: readonly Token[], from: number, ends: string): number | undefined {
  for (let i = from; i < tokens.length; i++) {
    const { text } = tokens[i]!;
    if (text === '(' || text === '[' || text === '{') i = closing(tokens, i);
    else if (text.length === 1 && ends.includes(text)) return i - 1;
    else if (text === ')' || text === ']' || text === '}') return undefined;
  }
  return undefined;
}

/**
 * Returns all statements of a source, including nested ones. Other constructs, such as classes, are treated as
 * statements.
 */
export function statementsOf(tokens: readonly Token[]): readonly Statement[] {
  const parser = new Parser(tokens);
  parser.block(0);
  return parser.statements;
}

/** Keywords that precede a statement, with a condition in parentheses in between. */
const CONDITIONAL = new Set(['if', 'while', 'switch', 'for']);
/** Tokens after a closing brace that continue the statement. */
const GOES_ON = new Set([
  ';',
  ',',
  ')',
  ']',
  '.',
  '(',
  '->',
  '=',
  '?',
  ':',
  '[',
  '{',
  '|',
  '&',
  '+',
  '-',
  '*',
  '<',
  '>',
]);

class Parser {
  readonly statements: Statement[] = [];
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** Parses statements up to a closing brace or the end. Returns the index of the token that ends them. */
  block(from: number): number {
    let at = from;
    while (at < this.tokens.length && this.text(at) !== '}') at = this.statement(at, false);
    return at;
  }

  private text(at: number): string {
    return this.tokens[at]?.text ?? '';
  }

  /** Returns the index after the statement that starts here. */
  private statement(from: number, isBody: boolean): number {
    const start = this.afterLabels(from);
    const word = this.text(start);
    if (word === '{') return this.block(start + 1) + 1;
    if (CONDITIONAL.has(word)) return this.conditional(start, word, isBody);
    if (word === 'do') return this.loop(start, isBody);
    return this.simple(start, isBody);
  }

  private afterLabels(from: number): number {
    let at = from;
    for (;;) {
      const word = this.text(at);
      if (word === 'case') {
        while (at < this.tokens.length && !':;}'.includes(this.text(at))) at++;
        at++;
      } else if (/^[A-Za-z_]\w*$/.test(word) && this.text(at + 1) === ':') at += 2;
      else return at;
    }
  }

  private conditional(start: number, word: string, isBody: boolean): number {
    let open = start + 1;
    while (/^\w+$/.test(this.text(open))) open++; // constexpr
    if (this.text(open) !== '(') return this.simple(start, isBody);
    const close = closing(this.tokens, open);
    this.lambdas(open + 1, close);
    let end = this.statement(close + 1, true);
    if (word === 'if' && this.text(end) === 'else') end = this.statement(end + 1, true);
    const header = { word, first: open + 1, last: close - 1 };
    this.statements.push({ first: start, last: end - 1, isBody, isEnded: true, header });
    return end;
  }

  private loop(start: number, isBody: boolean): number {
    const end = this.statement(start + 1, true);
    if (this.text(end) !== 'while' || this.text(end + 1) !== '(') return end;
    const close = closing(this.tokens, end + 1);
    const header = { word: 'do', first: end + 2, last: close - 1 };
    this.statements.push({ first: start, last: close + 1, isBody, isEnded: this.text(close + 1) === ';', header });
    return close + 2;
  }

  private simple(start: number, isBody: boolean): number {
    let at = start;
    for (; at < this.tokens.length; at++) {
      const text = this.text(at);
      if (text === ';' || text === '}') break;
      if (text === '{') {
        at = this.block(at + 1);
        if (!GOES_ON.has(this.text(at + 1))) return this.end(start, at, isBody);
      } else if (text === '(' || text === '[') {
        const close = closing(this.tokens, at);
        this.lambdas(at + 1, close);
        at = close;
      }
    }
    const isEnded = this.text(at) === ';';
    // A label may be at the end of a block, without a statement.
    if (at > start || isEnded) this.statements.push({ first: start, last: isEnded ? at : at - 1, isBody, isEnded });
    return isEnded ? at + 1 : at;
  }

  private end(start: number, last: number, isBody: boolean): number {
    this.statements.push({ first: start, last, isBody, isEnded: false });
    return last + 1;
  }

  /** Parses statements within an expression. */
  private lambdas(from: number, to: number): void {
    for (let at = from; at < to; at++) if (this.text(at) === '{') at = this.block(at + 1);
  }
}
