/** How often something happened (only the difference between two moments of a run counts) that an iteration of a loop can be told from the one before by. */
export const effects = { count: 0 };

/** Something other than shared memory changed: the clock was read, a random number was drawn. */
export function noteEffect(): void {
  effects.count++;
}
