/** Returns `2` for the second thread that main started, `2.1` for the first that this one started; empty for main. */
export function threadNumber(handle: number): string {
  const path: number[] = [];
  for (let h = handle; h > 1024; h = Math.floor(h / 1024)) path.unshift(h % 1024);
  return path.join('.');
}

/** Returns `main`, or `thread 2` for the second that main started, `thread 2.1` for the first that this one started. */
export function threadName(handle: number): string {
  const number = threadNumber(handle);
  return number === '' ? 'main' : `thread ${number}`;
}
