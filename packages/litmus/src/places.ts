import type { Architecture, Register } from './registers.js';
import { findRegister, isNarrowRegister, registersHint } from './registers.js';
import type { Token, Tokens } from './tokens.js';

/** A register of a thread or a variable, as the initial state, `locations` and the condition name them. */
export type Place =
  | { readonly kind: 'register'; readonly thread: number; readonly register: Register; readonly offset: number }
  | { readonly kind: 'variable'; readonly name: string; readonly offset: number };

/** `0:rax`, `P0:rax`, `0:%rax`, `x` or `[x]`. */
export function parsePlace(tokens: Tokens, architecture: Architecture): Place {
  const { offset } = tokens.peek();
  if (tokens.peek().kind === 'number') {
    return registerAfter(tokens, architecture, tokens.expectInteger('a thread number'), offset);
  }
  if (tokens.accept('[')) {
    const { text } = tokens.expectName('the name of a variable');
    tokens.expect(']');
    return { kind: 'variable', name: text, offset };
  }
  return namedPlace(tokens, architecture, tokens.expectName("a register such as '0:rax' or a variable"));
}

/** The place that starts with this name, which has been taken already. */
export function namedPlace(tokens: Tokens, architecture: Architecture, name: Token): Place {
  const { offset } = name;
  if (!tokens.at(':')) return { kind: 'variable', name: name.text, offset };
  const thread = threadNumber(name.text);
  if (thread === undefined) throw tokens.source.syntaxError(offset, `'${name.text}' is not a thread such as P0`);
  return registerAfter(tokens, architecture, thread, offset);
}

/** 3 for `P3`. */
export function threadNumber(name: string): number | undefined {
  return /^P\d{1,4}$/.test(name) ? Number(name.slice(1)) : undefined;
}

export function registerAfter(tokens: Tokens, architecture: Architecture, thread: number, offset: number): Place {
  tokens.expect(':');
  tokens.accept('%');
  const name = tokens.expectName('the name of a register');
  return { kind: 'register', thread, register: expectRegister(tokens, architecture, name), offset };
}

export function expectRegister(tokens: Tokens, architecture: Architecture, name: Token): Register {
  const register = findRegister(architecture, name.text);
  if (register !== undefined) return register;
  const hint = registersHint(architecture);
  if (isNarrowRegister(name.text)) {
    throw tokens.source.unsupported(name.offset, `${name.text} is a part of a register, which we do not model`, hint);
  }
  throw tokens.source.syntaxError(name.offset, `${architecture} has no register '${name.text}'`, hint);
}
