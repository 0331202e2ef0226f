import type { Token, Tokens } from '../format/tokens.js';
import type { Variables } from '../format/variables.js';

const WORDS = ['int', 'atomic_int', '_Atomic', 'volatile', 'const'];

/** Parses `(atomic_int* x, volatile int* y)`. Returns the addresses of the variables. */
export function parseParameters(tokens: Tokens, variables: Variables): ReadonlyMap<string, number> {
  const parameters = new Map<string, number>();
  tokens.expect('(');
  while (!tokens.accept(')')) {
    if (parameters.size > 0) tokens.expect(',');
    parseType(tokens);
    if (!tokens.accept('*')) throw tokens.unexpected("'*'", 'threads get pointers to variables: atomic_int* x');
    const name = tokens.expectName('the name of a variable');
    if (parameters.has(name.text)) throw twice(tokens, name);
    parameters.set(name.text, variables.address(name.text));
  }
  return parameters;
}

function parseType(tokens: Tokens): void {
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
  if (words.includes('atomic_int') || words.includes('int')) return;
  throw tokens.unexpected('a type: int or atomic_int');
}

export function twice(tokens: Tokens, { text, offset }: Token): Error {
  return tokens.source.syntaxError(offset, `'${text}' is declared twice`);
}
