/** Things by when they end: a binary heap. */
export class EndsFirst<T> {
  private readonly items: { readonly item: T; readonly end: number }[] = [];

  add(item: T, end: number): void {
    const { items } = this;
    let at = items.length;
    items.push({ item, end });
    for (let above = (at - 1) >> 1; at > 0 && items[above]!.end > end; at = above, above = (at - 1) >> 1) {
      [items[at], items[above]] = [items[above]!, items[at]!];
    }
  }

  /** Removes and returns the one that ends first. */
  take(): T | undefined {
    const { items } = this;
    const first = items[0];
    const last = items.pop();
    if (first === undefined || last === undefined) return undefined;
    if (items.length === 0) return first.item;
    items[0] = last;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      if (left >= items.length) break;
      const below = left + 1 < items.length && items[left + 1]!.end < items[left]!.end ? left + 1 : left;
      if (items[below]!.end >= items[at]!.end) break;
      [items[at], items[below]] = [items[below]!, items[at]!];
      at = below;
    }
    return first.item;
  }
}
