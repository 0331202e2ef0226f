import type { Register } from '../format/registers.js';
import type { Tokens } from '../format/tokens.js';
import type { Variables } from '../format/variables.js';
import { ZERO, expectRegister } from './registers.js';
import type { AnyValue } from './words.js';
import { lowBits, signExtended } from './words.js';

export function parseRegister(tokens: Tokens): Register {
  return expectRegister(tokens, tokens.expectName("a register such as 'W0' or 'X0'"));
}

/** Parses `#1`, or a register, which may be extended: `W1,SXTW`. */
export function parseSource(tokens: Tokens): AnyValue {
  if (tokens.accept('#') || tokens.peek().kind === 'number') return tokens.expectWord("a number after '#'");
  const value = valueOf(tokens, parseRegister(tokens));
  return tokens.accept(',') ? parseExtension(tokens, value) : value;
}

function parseExtension(tokens: Tokens, value: AnyValue): AnyValue {
  const { text, offset } = tokens.expectName("'SXTW' or 'UXTW'");
  if (!/^[SU]XTW$/i.test(text) || tokens.at('#') || tokens.peek().kind === 'number') {
    throw tokens.source.unsupported(offset, 'registers are extended with SXTW or UXTW only, and not shifted');
  }
  return /^S/i.test(text) ? signExtended(tokens, lowBits(tokens, 32, value)) : lowBits(tokens, 32, value);
}

/** Parses `[X0]`, `[X0,#4]`, `[X0,X1]`, `[X0,W1,SXTW]`. */
export function parseAddress(tokens: Tokens, variables: Variables): AnyValue {
  tokens.expect('[');
  const base = parseWide(tokens, 'an address');
  variables.pointersUsed = true;
  if (tokens.accept(']')) return base;
  tokens.expect(',');
  const { kind, text, offset } = tokens.peek();
  if (text === '#' || kind === 'number') {
    tokens.accept('#');
    const distance = tokens.expectWord("a number after '#'");
    if (distance !== tokens.word(0) && !tokens.isWide) {
      throw tokens.source.unsupported(offset, 'addresses with an offset are not supported', 'use another variable');
    }
    tokens.expect(']');
    return { op: '+', left: base, right: distance };
  }
  const index = parseRegister(tokens);
  let value = valueOf(tokens, index);
  if (tokens.accept(',')) value = parseExtension(tokens, value);
  else if (index.width === 32) throw tokens.unexpected("',SXTW'", 'a 32-bit index must be extended');
  tokens.expect(']');
  return { op: '+', left: base, right: value };
}

/** Parses the address of an atomic or ordered access, which has no index: `[X0]`. */
export function parseBaseAddress(tokens: Tokens, variables: Variables): AnyValue {
  tokens.expect('[');
  const base = parseWide(tokens, 'an address');
  variables.pointersUsed = true;
  tokens.expect(']');
  return base;
}

function parseWide(tokens: Tokens, what: string): AnyValue {
  const name = tokens.expectName(`a register that holds ${what}, such as 'X0'`);
  const register = expectRegister(tokens, name);
  if (register.width === 64) return valueOf(tokens, register);
  throw tokens.source.syntaxError(name.offset, `${name.text} cannot hold ${what}`, `write X${register.index}`);
}

export function valueOf(tokens: Tokens, { name, width }: Register): AnyValue {
  return name === ZERO ? tokens.word(0) : lowBits(tokens, width, { register: name });
}
