import type { Token, Tokens } from '../format/tokens.js';
import type { Variables } from '../format/variables.js';

/** A pointer parameter of a thread: the variable of that name. */
export interface Parameter {
  readonly address: number;
  readonly isAtomic: boolean;
}

const WORDS = ['int', 'atomic_int', '_Atomic', 'volatile', 'const'];

/** Parses `(atomic_int* x, volatile int* y)`. The memory model treats a volatile access as plain. */
export function parseParameters(tokens: Tokens, variables: Variables): ReadonlyMap<string, Parameter> {
  const parameters = new Map<string, Parameter>();
  tokens.expect('(');
  while (!tokens.accept(')')) {
    if (parameters.size > 0) tokens.expect(',');
    const isAtomic = parseType(tokens);
    if (!tokens.accept('*')) throw tokens.unexpected("'*'", 'threads get pointers to variables: atomic_int* x');
    const name = tokens.expectName('the name of a variable');
    if (parameters.has(name.text)) throw twice(tokens, name);
    parameters.set(name.text, { address: variables.address(name.text), isAtomic });
  }
  return parameters;
}

/** Parses a type. Returns whether it is atomic. */
function parseType(tokens: Tokens): boolean {
  const words: string[] = [];
  while (tokens.peek().kind === 'name') {
    const { text, offset } = tokens.peek();
    if (!WORDS.includes(text)) {
      if (words.length > 0) break;
      throw tokens.source.unsupported(offset, `the type ${text} is not supported`, 'supported are int and atomic_int');
    }
    tokens.next();
    words.push(text);
    if (text === '_Atomic' && tokens.accept('(')) {
      tokens.expect('int');
      tokens.expect(')');
      words.push('int');
    }
  }
  if (words.includes('atomic_int')) return true;
  if (!words.includes('int')) throw tokens.unexpected('a type: int or atomic_int');
  return words.includes('_Atomic');
}

export function twice(tokens: Tokens, { text, offset }: Token): Error {
  return tokens.source.syntaxError(offset, `'${text}' is declared twice`);
}
