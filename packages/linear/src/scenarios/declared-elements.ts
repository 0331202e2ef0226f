import { FencepostError } from '@fencepost/core';
import type { Alphabet } from './alphabet.js';
import type { Elements } from '../histories/elements.js';
import type { ScenarioOptions } from './scenario-options.js';
import type { Texts } from './format-values.js';

/** The data needed to identify elements in the calls of a structure. */
export interface ElementSource {
  readonly name: string;
  readonly alphabet: Alphabet;
  /** The letters as users write them. */
  readonly letters: readonly string[];
  readonly texts: Texts;
  /** A value as users write it. */
  readonly show: (value: unknown) => string;
  /** Letters of the initial calls. */
  readonly initial: readonly number[];
  /** Returns the result of the last of these calls, made by one thread on a new structure; undefined if it waits. */
  readonly resultAfter: (calls: readonly number[]) => string | undefined;
}

/** Results of calls that find nothing, in addition to those that they return on a new structure. */
const NOTHING = new Set(['undefined', 'null', 'empty', '']);

/** Returns the elements that a structure puts and takes, as declared. */
export function declaredElements(source: ElementSource, { puts = [], takes = [] }: ScenarioOptions): Elements {
  const { name, alphabet, letters, texts, show, initial, resultAfter } = source;
  if (puts.length === 0 || takes.length === 0) {
    throw new FencepostError('USAGE', `${name} does not declare which operations put and take elements`, {
      hint: "puts: ['push'], takes: ['pop']; in C, FENCEPOST_PUTS(push) and FENCEPOST_TAKES(pop)",
    });
  }
  const elementOf = alphabet.letters.map(({ operation, args }) => {
    if (!puts.includes(operation)) return undefined;
    if (args.length > 0) return show(args.at(-1));
    throw new FencepostError('USAGE', `${name} puts elements with ${operation}, which has no argument`, {
      hint: 'the last argument of the operation is the element',
    });
  });
  const takers = new Set(alphabet.of(takes));
  const nothing = new Map([...takers].map((letter) => [letter, resultAfter([letter])]));
  for (const [letter, result] of nothing) {
    if (result === undefined || !elementOf.includes(result)) continue;
    const what = `${letters[letter]!} of ${name} returns ${result} if it is empty, but ${result} is also an element`;
    throw new FencepostError('USAGE', what, { hint: 'put different values' });
  }
  const put = (letter: number, result: string): string | undefined =>
    result === 'false' || isThrown(result) ? undefined : elementOf[letter];
  const taken = (letter: number, result: string): string | undefined =>
    result === nothing.get(letter) || NOTHING.has(result) || isThrown(result) ? undefined : result;
  const before = once(() => {
    const results = initial.map((_, i) => resultAfter(initial.slice(0, i + 1)) ?? '');
    const there = initial.flatMap((letter, i) => put(letter, results[i]!) ?? []);
    for (const [i, letter] of initial.entries()) {
      const at = takers.has(letter) ? there.indexOf(taken(letter, results[i]!) ?? '') : -1;
      if (at >= 0) there.splice(at, 1);
    }
    return there;
  });
  return {
    put: (letter, result) => put(letter, texts.at(result)),
    taken: (letter, result) => taken(letter, texts.at(result)),
    takes: (letter) => takers.has(letter),
    told: (letter) => letters[letter]!,
    initial: before,
  };
}

/** Whether the result is an error, which means that nothing was done. */
function isThrown(result: string): boolean {
  return result.startsWith('throws ');
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
