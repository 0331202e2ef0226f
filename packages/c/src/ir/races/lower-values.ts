import { Pointers } from '../analysis/pointers.js';
import type { Layout } from '../syntax/types.js';
import type { Value } from '../syntax/values.js';
import type { Sources } from './operations.js';

/** Turns constants into operands; `symbol` gives the name of a global in the whole program. */
export class Constants {
  private readonly origins: Pointers;
  private readonly symbol: (name: string) => string;

  constructor(layout: Layout, symbol: (name: string) => string) {
    this.origins = new Pointers({ blocks: [] }, layout);
    this.symbol = symbol;
  }

  /** Returns the symbols in a constant. */
  sources(value: Value): Sources {
    const [first] = value;
    if (value.length === 1) {
      return first?.kind === 'global' ? [{ symbol: this.symbol(first.text), offset: 0 }] : [];
    }
    const { base, offset } = this.origins.origin(value);
    if (base.length === 1) {
      return base[0]?.kind === 'global' ? [{ symbol: this.symbol(base[0].text), offset }] : [];
    }
    return value.flatMap(({ kind, text }) =>
      kind === 'global' ? [{ symbol: this.symbol(text), offset: undefined }] : [],
    );
  }
}
