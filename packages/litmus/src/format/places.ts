import type { Register, RegisterNames } from './registers.js';
import type { Token, Tokens } from './tokens.js';

/** A register of a thread or a variable, as the initial state, `locations` and the condition name them. */
export type Place =
  | { readonly kind: 'register'; readonly thread: number; readonly register: Register; readonly offset: number }
  | { readonly kind: 'variable'; readonly name: string; readonly offset: number };

/** Parses `0:rax`, `P0:rax`, `0:%rax`, `x` or `[x]`. */
export function parsePlace(tokens: Tokens, names: RegisterNames): Place {
  const { offset } = tokens.peek();
  if (tokens.peek().kind === 'number') {
    return registerAfter(tokens, names, tokens.expectInteger('a thread number'), offset);
  }
  if (tokens.accept('[')) {
    const { text } = tokens.expectName('the name of a variable');
    tokens.expect(']');
    return { kind: 'variable', name: text, offset };
  }
  return namedPlace(tokens, names, tokens.expectName(`a register such as '${names.example}' or a variable`));
}

/** Parses the place that starts with this name, which has already been taken. */
export function namedPlace(tokens: Tokens, names: RegisterNames, name: Token): Place {
  const { offset } = name;
  if (!tokens.at(':')) return { kind: 'variable', name: name.text, offset };
  const thread = threadNumber(name.text);
  if (thread === undefined) throw tokens.source.syntaxError(offset, `'${name.text}' is not a thread such as P0`);
  return registerAfter(tokens, names, thread, offset);
}

/** Returns 3 for `P3`. */
export function threadNumber(name: string): number | undefined {
  return /^P\d{1,4}$/.test(name) ? Number(name.slice(1)) : undefined;
}

export function registerAfter(tokens: Tokens, names: RegisterNames, thread: number, offset: number): Place {
  tokens.expect(':');
  tokens.accept('%');
  const name = tokens.expectName('the name of a register');
  return { kind: 'register', thread, register: names.expect(tokens, name, thread), offset };
}
