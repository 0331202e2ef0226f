import type { Register } from './registers.js';

/** Something a final state can show. */
export type Observable =
  | { readonly kind: 'register'; readonly thread: number; readonly register: Register }
  | { readonly kind: 'variable'; readonly name: string; readonly address: number };

/** As herd7 prints it: `0:rax`, `[x]`. */
export function formatObservable(item: Observable): string {
  return item.kind === 'register' ? `${item.thread}:${item.register.name}` : `[${item.name}]`;
}

/** Returns each observable once, in herd7's order: registers by thread, then variables by name. */
export function sortObservables(items: readonly Observable[]): Observable[] {
  const distinct = new Map(items.map((item) => [sortKey(item), item]));
  return [...distinct.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

function sortKey(item: Observable): string {
  if (item.kind === 'variable') return `variable ${item.name}`;
  const pad = (n: number): string => String(n).padStart(4, '0');
  return `register ${pad(item.thread)} ${pad(item.register.index)}`;
}
