import type { Register, RegisterNames } from '../format/registers.js';
import type { Token, Tokens } from '../format/tokens.js';

const NUMBERED = /^([XW])(\d{1,2})$/i;

/** Reads as 0; writes to it have no effect. */
export const ZERO = 'XZR';
const ZERO_INDEX = 31;

/** Returns the register of this name. `W3` is the lower half of `X3`: both get the name of `X3`. */
export function findRegister(name: string): Register | undefined {
  if (/^[XW]ZR$/i.test(name)) return { name: ZERO, width: /^X/i.test(name) ? 64 : 32, index: ZERO_INDEX };
  const match = NUMBERED.exec(name);
  if (match === null) return undefined;
  const index = Number(match[2]);
  if (index > 30) return undefined;
  return { name: `X${index}`, width: match[1]!.toUpperCase() === 'X' ? 64 : 32, index };
}

export function expectRegister(tokens: Tokens, name: Token): Register {
  const register = findRegister(name.text);
  if (register !== undefined) return register;
  const message = `AArch64 has no register '${name.text}'`;
  throw tokens.source.syntaxError(name.offset, message, 'registers are X0 to X30, XZR and their lower halves W0 …');
}

export const REGISTER_NAMES: RegisterNames = { example: '0:X0', expect: expectRegister };
