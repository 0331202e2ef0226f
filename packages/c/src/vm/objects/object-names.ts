import type { ViewInfo } from '../../ir/syntax/tables.js';
import { threadNumber } from './thread-name.js';

/** Whether an object is named after its variable, after a variable that holds its address, or after its type. */
export type NameKind = 'variable' | 'pointer' | 'type';

/** Assigns unique names to objects. */
export class ObjectNames {
  private readonly taken = new Set<string>();
  private readonly counts = new Map<string, number>();

  /**
   * Returns a unique name. The first variable with a name keeps it; further ones, and all objects named after a type,
   * get a number. Each thread counts separately, so actions of other threads change no number: `Node#2@1` is the second
   * node that thread 1 made.
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

  /** Marks the name as taken by an existing object. */
  keep(name: string, kind: NameKind): void {
    this.taken.add(kind + name);
  }
}

/** A piece of memory with its name, accessed by a type. */
export interface Named {
  readonly name: string;
  readonly known: NameKind;
  readonly size: number;
  /** Whether it has elements, even if there is only one. */
  readonly isArray?: boolean;
}

/** Returns the name of the part at an offset: `ring->slots[1].val`, `Node#2.next`, `buffer[3]`, `*count`. */
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
 * Returns the name of the outermost part that starts at an offset: an object rather than its first member. `describe`
 * names parts; the name of a part has the name of the enclosing object as a prefix.
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
