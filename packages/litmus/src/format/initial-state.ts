import type { Place } from './places.js';
import { namedPlace, parsePlace } from './places.js';
import type { Register, RegisterNames } from './registers.js';
import type { Source } from './source.js';
import type { Token, Tokens } from './tokens.js';
import type { Variables } from './variables.js';

export interface InitialRegister {
  readonly thread: number;
  readonly register: Register;
  readonly value: number;
  readonly offset: number;
}

/**
 * Parses `{ uint64_t x; x=1; int y=2; 0:rax=3; 0:rbx=x; }`. Types are ignored: the width of an access is that of the
 * instruction. Adds variables to `variables` and returns the values of registers.
 */
export function parseInitialState(tokens: Tokens, names: RegisterNames, variables: Variables): InitialRegister[] {
  const registers: InitialRegister[] = [];
  tokens.expect('{');
  while (!tokens.accept('}')) {
    if (tokens.accept(';')) continue;
    const place = parseDeclared(tokens, names);
    const value = tokens.accept('=') ? parseValue(tokens, variables) : undefined;
    if (place.kind === 'register') registers.push({ ...place, value: value ?? 0 });
    else if (value === undefined) variables.address(place.name);
    else variables.setInitial(place.name, value);
    if (!tokens.at('}') && !tokens.at(';')) throw tokens.unexpected("';' or '}'");
  }
  tokens.accept(';');
  return registers;
}

/** Parses a place with an optional type before it: a word followed by another name is (part of) a type. */
function parseDeclared(tokens: Tokens, names: RegisterNames): Place {
  const words: Token[] = [];
  while (tokens.peek().kind === 'name') words.push(tokens.next());
  const last = words.at(-1);
  const pointer = tokens.accept('*');
  if (last === undefined || pointer || tokens.peek().kind === 'number') return parsePlace(tokens, names);
  if (!tokens.at('[')) return namedPlace(tokens, names, last);
  const { offset } = tokens.next();
  if (tokens.peek().kind === 'number') throw arraysUnsupported(tokens, last.offset);
  const { text } = tokens.expectName('the name of a variable');
  tokens.expect(']');
  return { kind: 'variable', name: text, offset };
}

/** Parses a number, or the address of a variable. */
export function parseValue(tokens: Tokens, variables: Variables): number {
  if (tokens.at('{')) throw arraysUnsupported(tokens, tokens.peek().offset);
  const amper = tokens.accept('&');
  if (amper || tokens.peek().kind === 'name')
    return variables.pointer(tokens.expectName('the name of a variable').text);
  return tokens.expectInteger('a number or the name of a variable');
}

function arraysUnsupported(tokens: Tokens, offset: number): Error {
  return tokens.source.unsupported(offset, 'arrays are not supported', 'use one variable for each element');
}

/** Refuses registers of threads that the test does not have. */
export function checkThreads(source: Source, initial: readonly InitialRegister[], threadCount: number): void {
  for (const { thread, offset } of initial) {
    if (thread >= 0 && thread < threadCount) continue;
    throw source.syntaxError(
      offset,
      `the test has no thread ${thread}`,
      `there are ${threadCount}, and the first is 0`,
    );
  }
}
