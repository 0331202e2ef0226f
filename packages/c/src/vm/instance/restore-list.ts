/** Makes a list the same as a saved one. */
export function restoreList<T>(list: T[], saved: readonly T[]): void {
  if (list.length > 0) list.length = 0;
  for (let i = 0; i < saved.length; i++) list.push(saved[i]!);
}
