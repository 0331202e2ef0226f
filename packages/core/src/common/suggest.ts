/** Returns the candidate that the user may have meant, if one is close enough to suggest. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const farthest = Math.max(2, Math.floor(word.length / 3));
  const lengthDifference = (candidate: string): number => Math.abs(candidate.length - word.length);
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= farthest && 2 * distance <= candidate.length)
    .sort((a, b) => a.distance - b.distance || lengthDifference(a.candidate) - lengthDifference(b.candidate))[0]
    ?.candidate;
}

/** Returns all candidates, the most similar first: those with few differences, or with a long part in common. */
export function similar(word: string, candidates: readonly string[]): string[] {
  const given = word.toLowerCase();
  const difference = (candidate: string): number => {
    const other = candidate.toLowerCase();
    return editDistance(given, other) - 2 * longestCommonPart(given, other);
  };
  return candidates
    .map((candidate) => ({ candidate, by: difference(candidate) }))
    .sort((a, b) => a.by - b.by)
    .map(({ candidate }) => candidate);
}

/** Returns the length of the longest text that both words contain. */
function longestCommonPart(a: string, b: string): number {
  let longest = 0;
  for (let i = 0; i < a.length; i++) {
    while (i + longest < a.length && b.includes(a.slice(i, i + longest + 1))) longest++;
  }
  return longest;
}

/**
 * Returns the number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
 */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let distance = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, beforeLast[j - 2]! + 1);
      }
      row.push(distance);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
