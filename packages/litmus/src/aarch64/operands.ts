import type { Value } from '@fencepost/axioms';
import type { Register } from '../format/registers.js';
import type { Tokens } from '../format/tokens.js';
import type { Variables } from '../format/variables.js';
import { ZERO, expectRegister } from './registers.js';

export function parseRegister(tokens: Tokens): Register {
  return expectRegister(tokens, tokens.expectName("a register such as 'W0' or 'X0'"));
}

/** Parses `#1`, or a register, which may be extended: `W1,SXTW`. */
export function parseSource(tokens: Tokens): Value {
  if (tokens.accept('#') || tokens.peek().kind === 'number') return tokens.expectInteger("a number after '#'");
  const register = parseRegister(tokens);
  if (tokens.accept(',')) parseExtension(tokens);
  return valueOf(register);
}

function parseExtension(tokens: Tokens): void {
  const { text, offset } = tokens.expectName("'SXTW' or 'UXTW'");
  if (/^[SU]XTW$/i.test(text) && !tokens.at('#') && tokens.peek().kind !== 'number') return;
  throw tokens.source.unsupported(offset, 'registers are extended with SXTW or UXTW only, and not shifted');
}

/** Parses `[X0]`, `[X0,X1]`, `[X0,W1,SXTW]`. */
export function parseAddress(tokens: Tokens, variables: Variables): Value {
  tokens.expect('[');
  const base = parseWide(tokens, 'an address');
  variables.pointersUsed = true;
  if (tokens.accept(']')) return base;
  tokens.expect(',');
  const { kind, text, offset } = tokens.peek();
  if (text === '#' || kind === 'number') {
    tokens.accept('#');
    if (tokens.expectInteger("a number after '#'") !== 0) {
      throw tokens.source.unsupported(offset, 'addresses with an offset are not supported', 'use another variable');
    }
    tokens.expect(']');
    return base;
  }
  const index = parseRegister(tokens);
  if (tokens.accept(',')) parseExtension(tokens);
  else if (index.width === 32) throw tokens.unexpected("',SXTW'", 'a 32-bit index must be extended');
  tokens.expect(']');
  return { op: '+', left: base, right: valueOf(index) };
}

/** Parses the address of an atomic or ordered access, which has no index: `[X0]`. */
export function parseBaseAddress(tokens: Tokens, variables: Variables): Value {
  tokens.expect('[');
  const base = parseWide(tokens, 'an address');
  variables.pointersUsed = true;
  tokens.expect(']');
  return base;
}

function parseWide(tokens: Tokens, what: string): Value {
  const name = tokens.expectName(`a register that holds ${what}, such as 'X0'`);
  const register = expectRegister(tokens, name);
  if (register.width === 64) return valueOf(register);
  throw tokens.source.syntaxError(name.offset, `${name.text} cannot hold ${what}`, `write X${register.index}`);
}

export function valueOf({ name }: Register): Value {
  return name === ZERO ? 0 : { register: name };
}
