import type { Word } from '@fencepost/axioms';
import type { Source } from './source.js';
import { WIDE_ADDRESSES } from './variables.js';

export interface Token {
  readonly kind: 'name' | 'number' | 'symbol' | 'end';
  readonly text: string;
  readonly offset: number;
}

/** The lexical grammar of a text. */
export interface Lexicon {
  /** Matches a name, a number or a symbol, each in its own group, at `lastIndex`. */
  readonly words: RegExp;
  /** Returns the offset after the comment that starts at an offset; undefined if there is none. */
  readonly commentEnd: (source: Source, offset: number) => number | undefined;
}

/** The litmus format: initial state, program table and condition share it. */
export const LITMUS: Lexicon = {
  words: /([A-Za-z_][\w.]*)|(-?(?:0[xX][\da-fA-F]+|\d+))|(\/\\|\\\/|=>|==|!=|<>|[{}()[\];:,|=~%$&*#])/y,
  commentEnd: (source, offset) => {
    if (source.text.startsWith('(*', offset)) return source.skipComment(offset);
    return source.text.startsWith('<<', offset) ? source.skipCommands(offset) : undefined;
  },
};

/** The tokens of everything after the header. */
export class Tokens {
  readonly source: Source;
  private position: number;
  private current: Token;
  /** Offset after the last token taken. */
  endOfTaken: number;
  /** The largest magnitude among the numbers taken. */
  largestNumber = 1;
  negativeNumbers = false;

  private readonly lexicon: Lexicon;
  /** Whether values are words of 64 bits without a sign; otherwise they are words of 32 bits. */
  readonly isWide: boolean;

  constructor(source: Source, start: number, lexicon = LITMUS, isWide = false) {
    this.source = source;
    this.lexicon = lexicon;
    this.isWide = isWide;
    this.position = start;
    this.endOfTaken = start;
    this.current = this.scan();
  }

  peek(): Token {
    return this.current;
  }

  next(): Token {
    const token = this.current;
    this.endOfTaken = token.offset + token.text.length;
    if (token.kind !== 'end') this.current = this.scan();
    return token;
  }

  /** Returns whether the next token is this symbol or keyword. */
  at(text: string): boolean {
    return this.current.kind !== 'end' && this.current.text === text;
  }

  /** Takes the next token if it is this symbol or keyword. */
  accept(text: string): boolean {
    if (!this.at(text)) return false;
    this.next();
    return true;
  }

  expect(text: string): Token {
    if (!this.at(text)) throw this.unexpected(`'${text}'`);
    return this.next();
  }

  /** Takes a name. `what` describes the expected name in error messages. */
  expectName(what: string): Token {
    if (this.current.kind !== 'name') throw this.unexpected(what);
    return this.next();
  }

  /** Takes a number that fits in our 32-bit words. */
  expectInteger(what: string): number {
    if (this.current.kind !== 'number') throw this.unexpected(what);
    const { text, offset } = this.next();
    const value = Number(text.startsWith('-') ? text.slice(1) : text) * (text.startsWith('-') ? -1 : 1);
    if ((value | 0) !== value) {
      throw this.source.unsupported(
        offset,
        `${text} is outside the range of values`,
        'values are 32-bit signed integers: -2147483648 to 2147483647',
      );
    }
    if (value < 0) this.negativeNumbers = true;
    this.largestNumber = Math.max(this.largestNumber, Math.abs(value));
    return value | 0;
  }

  /** Takes a value. */
  expectWord(what: string): Word {
    if (!this.isWide || this.current.kind !== 'number') return this.expectInteger(what);
    const { text, offset } = this.next();
    const value = BigInt(text.replace('-', '')) * (text.startsWith('-') ? -1n : 1n);
    if (value < -(2n ** 63n) || value >= 2n ** 64n) {
      throw this.source.unsupported(offset, `${text} is outside the range of values`, 'values have 64 bits');
    }
    if (value >= WIDE_ADDRESSES && value < WIDE_ADDRESSES + 2 ** 32) {
      throw this.source.unsupported(offset, `${text} is among the addresses of variables`, 'use another number');
    }
    return BigInt.asUintN(64, value);
  }

  /** Returns a number as a value. */
  word(value: number): Word {
    return this.isWide ? BigInt(value) : value;
  }

  unexpected(expected: string, hint?: string): Error {
    const { kind, text, offset } = this.current;
    const found = kind === 'end' ? 'the file ends here' : `found '${text}'`;
    return this.source.syntaxError(offset, `${found}, expected ${expected}`, hint);
  }

  private scan(): Token {
    const { text } = this.source;
    while (true) {
      while (/\s/.test(text.charAt(this.position))) this.position++;
      const end = this.lexicon.commentEnd(this.source, this.position);
      if (end === undefined) break;
      this.position = end;
    }
    const offset = this.position;
    if (offset >= text.length) return { kind: 'end', text: '', offset };
    const { words } = this.lexicon;
    words.lastIndex = offset;
    const match = words.exec(text);
    if (match === null) {
      throw this.source.syntaxError(offset, `unexpected character '${text.charAt(offset)}'`);
    }
    this.position = words.lastIndex;
    const kind = match[1] !== undefined ? 'name' : match[2] !== undefined ? 'number' : 'symbol';
    return { kind, text: match[0], offset };
  }
}
