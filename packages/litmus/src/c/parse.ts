import type { ProgramThread } from '@fencepost/axioms';
import { FencepostError, MOST_STATIC_THREADS } from '@fencepost/core';
import { parseInitialState } from '../format/initial-state.js';
import { threadNumber } from '../format/places.js';
import type { Register, RegisterNames } from '../format/registers.js';
import type { Source } from '../format/source.js';
import type { ParsedThreads } from '../format/threads.js';
import { Tokens } from '../format/tokens.js';
import { Variables } from '../format/variables.js';
import { AROUND_C, C } from './lexicon.js';
import { parseParameters } from './parameters.js';
import { Scope } from './scope.js';
import { parseBlock } from './statements.js';

/** Used before the threads are read, when no register is known. */
const NO_REGISTERS: RegisterNames = {
  example: '0:r0',
  expect: (tokens, name) => {
    const message = `'${name.text}' is a local variable, and threads initialise their own`;
    throw tokens.source.unsupported(name.offset, message, `write int ${name.text} = …; in the thread`);
  },
};

/** Parses the initial state and the functions `P0`, `P1`, … of a C test. */
export function parseCThreads(source: Source, bodyOffset: number): ParsedThreads {
  const initialState = new Tokens(source, bodyOffset, AROUND_C);
  let tokens = initialState;
  const variables = new Variables(() => source.siteAt(tokens.endOfTaken - 1));
  parseInitialState(initialState, NO_REGISTERS, variables);
  tokens = new Tokens(source, initialState.endOfTaken, C);
  const threads: ProgramThread[] = [];
  const locals: (readonly string[])[] = [];
  while (threadNumber(tokens.peek().text) !== undefined || threads.length === 0) {
    expectThread(tokens, threads.length);
    const scope = new Scope(tokens, parseParameters(tokens, variables));
    parseBlock(scope);
    threads.push({ instructions: scope.instructions, registers: new Map() });
    locals.push(scope.locals);
  }
  return { tokens: new Tokens(source, tokens.endOfTaken, AROUND_C), variables, names: registerNames(locals), threads };
}

function expectThread(tokens: Tokens, number: number): void {
  const { text, offset } = tokens.expectName(`a thread: P${number} (…) { … }`);
  if (threadNumber(text) !== number)
    throw tokens.source.syntaxError(offset, `found '${text}', expected thread P${number}`);
  if (number < MOST_STATIC_THREADS) return;
  const site = tokens.source.siteAt(offset);
  throw new FencepostError('THREAD_LIMIT', `a litmus test may have ${MOST_STATIC_THREADS} threads`, { site });
}

/** Registers are local variables; herd7 prints them by name. */
function registerNames(locals: readonly (readonly string[])[]): RegisterNames {
  return {
    example: '0:r0',
    expect: (tokens, name, thread): Register => {
      const declared = locals[thread];
      const index = declared === undefined ? 0 : declared.indexOf(name.text);
      if (index >= 0) return { name: name.text, width: 32, index };
      const hint = declared!.length === 0 ? undefined : `it has ${declared!.join(', ')}`;
      throw tokens.source.syntaxError(name.offset, `thread ${thread} has no variable '${name.text}'`, hint);
    },
  };
}
