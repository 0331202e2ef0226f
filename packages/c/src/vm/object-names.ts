import type { ViewInfo } from '../ir/tables.js';

/** Names of objects, each for one. */
export class ObjectNames {
  private readonly taken = new Set<string>();
  private readonly counts = new Map<string, number>();

  /** A variable keeps its name if it is the first; further ones, and all objects known by a type, have a number. */
  claim(name: string, isType: boolean): string {
    let found = name;
    let count = this.counts.get(name) ?? 0;
    if (isType || this.taken.has(name)) {
      do found = `${name}#${(count += 1)}`;
      while (this.taken.has(found));
    } else count = 1;
    this.counts.set(name, count);
    this.taken.add(found);
    return found;
  }

  /** The name is already that of an object. */
  keep(name: string): void {
    this.taken.add(name);
  }
}

/** Memory that is looked at by a type, and what it is called. */
export interface Named {
  readonly name: string;
  /** The name is that of a variable with its address. */
  readonly isPointer: boolean;
  readonly size: number;
}

/** The part at an offset: `ring->slots[1].val`, `Node#2.next`, `buffer[3]`, `*count`. */
export function partName({ name, isPointer, size }: Named, view: ViewInfo | undefined, offset: number): string {
  if (view === undefined) return plus(isPointer ? `*${name}` : name, offset);
  const count = view.isFlexible ? 1 : Math.floor(size / view.size);
  if (count > 1) {
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
