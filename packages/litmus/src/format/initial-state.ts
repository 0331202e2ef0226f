import type { Word } from '@fencepost/axioms';
import type { Place } from './places.js';
import { namedPlace, parsePlace } from './places.js';
import type { Register, RegisterNames } from './registers.js';
import type { Source } from './source.js';
import type { Token, Tokens } from './tokens.js';
import type { Variables } from './variables.js';

export interface InitialRegister {
  readonly thread: number;
  readonly register: Register;
  readonly value: Word;
  readonly offset: number;
}

/**
 * Parses `{ uint64_t x; x=1; int y=2; uint8_t z[4]={1,2}; 0:rax=3; 0:rbx=x; }`. Types matter only if values are wide:
 * then they are the sizes of variables. The width of an access is that of the instruction. Adds variables to `variables`
 * and returns the values of registers.
 */
export function parseInitialState(tokens: Tokens, names: RegisterNames, variables: Variables): InitialRegister[] {
  const registers: InitialRegister[] = [];
  tokens.expect('{');
  while (!tokens.accept('}')) {
    if (tokens.accept(';')) continue;
    const { place, bytes, length } = parseDeclared(tokens, names);
    const value = tokens.accept('=') ? parseInitial(tokens, variables, bytes, length) : undefined;
    if (place.kind === 'register') registers.push({ ...place, value: value ?? tokens.word(0) });
    else {
      variables.address(place.name);
      if (bytes !== undefined && tokens.isWide) variables.setSize(place.name, bytes * (length ?? 1));
      if (value !== undefined) variables.setInitial(place.name, value);
    }
    if (!tokens.at('}') && !tokens.at(';')) throw tokens.unexpected("';' or '}'");
  }
  tokens.accept(';');
  return registers;
}

interface Declared {
  readonly place: Place;
  /** Size of its type, or of an element. */
  readonly bytes: number | undefined;
  /** Number of elements of an array. */
  readonly length?: number;
}

/** The largest array: addresses of variables are much further apart. */
const MOST_BYTES = 2 ** 16;

/** Parses a place with an optional type before it: a word followed by another name is (part of) a type. */
function parseDeclared(tokens: Tokens, names: RegisterNames): Declared {
  const words: Token[] = [];
  while (tokens.peek().kind === 'name') words.push(tokens.next());
  const last = words.at(-1);
  const pointer = tokens.accept('*');
  if (last === undefined || pointer || tokens.peek().kind === 'number') {
    return { place: parsePlace(tokens, names), bytes: pointer ? 8 : bytesOf(words) };
  }
  const bytes = bytesOf(words.slice(0, -1));
  if (!tokens.at('[')) return { place: namedPlace(tokens, names, last), bytes };
  const { offset } = tokens.next();
  if (tokens.peek().kind === 'number') {
    if (!tokens.isWide) throw arraysUnsupported(tokens, last.offset);
    const length = tokens.expectInteger('the number of elements');
    tokens.expect(']');
    if (length < 1 || length * (bytes ?? 4) > MOST_BYTES) {
      throw tokens.source.unsupported(last.offset, `arrays have 1 to ${MOST_BYTES} bytes`);
    }
    return { place: { kind: 'variable', name: last.text, offset: last.offset }, bytes: bytes ?? 4, length };
  }
  const { text } = tokens.expectName('the name of a variable');
  tokens.expect(']');
  return { place: { kind: 'variable', name: text, offset }, bytes: bytesOf(words) };
}

/** Returns the size of a type; undefined if there is none, or one without a fixed size. */
function bytesOf(words: readonly Token[]): number | undefined {
  for (const { text } of words) {
    const bits = /^u?int(8|16|32|64)_t$/.exec(text)?.[1];
    if (bits !== undefined) return Number(bits) / 8;
    if (text === 'int') return 4;
  }
  return undefined;
}

/** Parses a value, or those of the elements of an array. */
function parseInitial(
  tokens: Tokens,
  variables: Variables,
  bytes: number | undefined,
  length: number | undefined,
): Word {
  if (length === undefined || !tokens.isWide) return parseValue(tokens, variables);
  tokens.expect('{');
  let value = 0n;
  for (let i = 0; !tokens.accept('}'); i++) {
    if (i >= length) throw tokens.unexpected("'}'", `the array has ${length} elements`);
    const element = BigInt.asUintN(8 * bytes!, BigInt(parseValue(tokens, variables)));
    value |= element << BigInt(8 * bytes! * i);
    if (!tokens.accept(',') && !tokens.at('}')) throw tokens.unexpected("',' or '}'");
  }
  return value;
}

/** Parses a number, or the address of a variable. */
export function parseValue(tokens: Tokens, variables: Variables): Word {
  if (tokens.at('{')) throw arraysUnsupported(tokens, tokens.peek().offset);
  const amper = tokens.accept('&');
  if (amper || tokens.peek().kind === 'name') {
    return tokens.word(variables.pointer(tokens.expectName('the name of a variable').text));
  }
  return tokens.expectWord('a number or the name of a variable');
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
