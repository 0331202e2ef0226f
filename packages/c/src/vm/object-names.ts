import type { ViewInfo } from '../ir/syntax/tables.js';
import { threadNumber } from './thread-name.js';

/** Is an object known by its variable, by one that has its address, or by its type? */
export type NameKind = 'variable' | 'pointer' | 'type';

/** Names of objects, each for one. */
export class ObjectNames {
  private readonly taken = new Set<string>();
  private readonly counts = new Map<string, number>();

  /**
   * A variable keeps its name if it is the first; further ones, and all objects known by a type, have a number. Threads
   * count for themselves, so that what others do changes no number: `Node#2@1` is the second node that thread 1 made.
   */
  claim(name: string, kind: NameKind, thread: number): string {
    const path = threadNumber(thread);
    const maker = path === '' ? '' : `@${path.replaceAll('.', '-')}`;
    const counter = kind + name + maker;
    let found = name + maker;
    let count = this.counts.get(counter) ?? 0;
    if (kind === 'type' || this.taken.has(kind + found)) {
      do found = `${name}#${(count += 1)}${maker}`;
      while (this.taken.has(kind + found));
    } else count = 1;
    this.counts.set(counter, count);
    this.taken.add(kind + found);
    return found;
  }

  /** The name is already that of an object. */
  keep(name: string, kind: NameKind): void {
    this.taken.add(kind + name);
  }
}

/** Memory that is looked at by a type, and what it is called. */
export interface Named {
  readonly name: string;
  readonly known: NameKind;
  readonly size: number;
  /** It has elements, even if there is only one. */
  readonly isArray?: boolean;
}

/** The part at an offset: `ring->slots[1].val`, `Node#2.next`, `buffer[3]`, `*count`. */
export function partName(
  { name, known, size, isArray = false }: Named,
  view: ViewInfo | undefined,
  offset: number,
): string {
  const isPointer = known === 'pointer';
  if (view === undefined) return plus(isPointer ? `*${name}` : name, offset);
  const count = view.isFlexible ? 1 : Math.floor(size / view.size);
  if (count > 1 || isArray) {
    const index = Math.floor(offset / view.size);
    return `${name}[${index}]${view.describe(offset - index * view.size)}`;
  }
  const part = view.describe(offset);
  if (!isPointer) return name + part;
  return part.startsWith('.') ? `${name}->${part.slice(1)}` : `*${name}${part}`;
}

/**
 * What starts at an offset: an object rather than its first member. `describe` names parts; those that belong to
 * something have its name as a prefix.
 */
export function wholeName(describe: (offset: number) => string, offset: number): string {
  let name = describe(offset);
  const before = offset === 0 ? '' : describe(offset - 1);
  for (;;) {
    const cut = /^(.*[^-])(?:\.|->)[^.[\]>]+$/.exec(name);
    const outer = cut?.[1];
    if (outer === undefined || belongs(before, outer)) return name;
    name = cut![0].slice(outer.length).startsWith('->') ? `*${outer}` : outer;
  }
}

function belongs(name: string, outer: string): boolean {
  return name.startsWith(outer) && /^(?:$|[.[+]|->)/.test(name.slice(outer.length));
}

function plus(name: string, offset: number): string {
  return offset === 0 ? name : `${name}+${offset}`;
}
