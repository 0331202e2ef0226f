/** `some of sc,tso,pso (default: all)`. */
export function someOf(names: readonly string[], chosen: readonly string[]): string {
  return `some of ${names.join(',')} (default: ${names.length === chosen.length ? 'all' : chosen.join(',')})`;
}

/** `sc (default), tso, pso`. */
export function listed(names: readonly string[], chosen: string): string {
  return names.map((name) => (name === chosen ? `${name} (default)` : name)).join(', ');
}
