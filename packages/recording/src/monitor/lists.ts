import { grown } from '@fencepost/core';

/** No element; the end of a list. */
export const END = 0;

/**
 * Lists of elements, by owner. An element is a number; numbers of dropped elements are reused. The user of lists keeps
 * columns by element, as long as `capacity`.
 */
export class Lists {
  /** First element, by owner. */
  private heads = new Int32Array(1024);
  /** Next element, by element. */
  private followers = new Int32Array(1024);
  private used = 1;
  /** List of elements to reuse. */
  private free = END;

  get capacity(): number {
    return this.followers.length;
  }

  first(owner: number): number {
    return owner < this.heads.length ? this.heads[owner]! : END;
  }

  next(element: number): number {
    return this.followers[element]!;
  }

  /** Adds an element at the front. */
  push(owner: number): number {
    if (owner >= this.heads.length) this.heads = grown(this.heads, owner + 1);
    const element = this.element();
    this.followers[element] = this.heads[owner]!;
    this.heads[owner] = element;
    return element;
  }

  /** Drops the elements for which `isDropped` holds. */
  dropWhere(owner: number, isDropped: (element: number) => boolean): void {
    let previous = END;
    for (let at = this.first(owner); at !== END;) {
      const next = this.followers[at]!;
      if (!isDropped(at)) previous = at;
      else this.drop(owner, at, previous);
      at = next;
    }
  }

  /** Drops an element; `previous` is the one before it in its list, or `END`. */
  drop(owner: number, element: number, previous: number): void {
    const next = this.followers[element]!;
    if (previous === END) this.heads[owner] = next;
    else this.followers[previous] = next;
    this.followers[element] = this.free;
    this.free = element;
  }

  dropAll(owner: number): void {
    for (let at = this.first(owner); at !== END; at = this.first(owner)) this.drop(owner, at, END);
  }

  private element(): number {
    if (this.free === END) {
      if (this.used === this.followers.length) this.followers = grown(this.followers, this.used + 1);
      return this.used++;
    }
    const element = this.free;
    this.free = this.followers[element]!;
    return element;
  }
}
