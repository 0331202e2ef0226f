import { nearest, similar, unknownName } from '@fencepost/core';

/** Returns a value from a fixed set; throws if it is not in the set. `what`: the kind of thing, for the message. */
export function choose<T extends string>(value: string, allowed: readonly T[], what: string, plural?: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw unknownName(what, value, allowed, { plural });
  return found;
}

/** Returns a hint with the candidate most similar to the word, if there is a similar one. `before`: text before it. */
export function didYouMean(word: string, candidates: readonly string[], before = ''): string | undefined {
  const guess = nearest(word, candidates);
  return guess === undefined ? undefined : `did you mean ${before}${guess}?`;
}

/** Returns the candidates that are most similar to the word, even if none is very similar. */
export function similarTo(word: string, candidates: readonly string[], count: number): string[] {
  return similar(word, candidates).slice(0, count);
}
