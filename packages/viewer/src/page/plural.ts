const numbers = new Intl.NumberFormat('en');

/** `1 execution`, `1,200 executions`. */
export function plural(count: number, noun: string): string {
  return `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}
