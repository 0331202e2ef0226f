import { nearest, unknownName } from '@fencepost/core';

/** A value out of a fixed set; `what` names the kind of thing in the message. */
export function choose<T extends string>(value: string, allowed: readonly T[], what: string, plural?: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw unknownName(what, value, allowed, plural);
  return found;
}

/** A hint that names the candidate most like the word, if one is like it at all. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const guess = nearest(word, candidates);
  return guess === undefined ? undefined : `did you mean ${guess}?`;
}
