/** Formats a number: `12,000`. */
export function count(number: number): string {
  // Without the locale's rules: loading them takes longer than a small check.
  const [whole = '', fraction] = String(number).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Formats a number with a noun: `1 execution`, `12,000 executions`. */
export function counted(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** Returns an approximate number, with two significant digits. */
export function roughly(number: number): string {
  if (number < 100) return count(Math.round(number));
  const magnitude = 10 ** (Math.floor(Math.log10(number)) - 1);
  const rounded = Math.round(number / magnitude) * magnitude;
  return rounded < 1e9 ? count(rounded) : rounded.toExponential(1).replace('e+', ' × 10^');
}

export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(2)} s`;
  const whole = Math.round(seconds);
  return `${count(Math.floor(whole / 60))} min ${whole % 60} s`;
}

/** As `listed`, but many as `a, b and 14 others`. */
export function listedInShort(names: readonly string[]): string {
  const most = 4;
  return listed(names.length <= most ? names : [...names.slice(0, 2), `${count(names.length - 2)} others`]);
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}
