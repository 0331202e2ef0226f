/** Yields all combinations with one item of each list. A generator, because there are many. */
export function* combinations<T>(lists: readonly (readonly T[])[], start: readonly T[] = []): Generator<readonly T[]> {
  if (start.length === lists.length) yield start;
  else for (const item of lists[start.length]!) yield* combinations(lists, [...start, item]);
}
