import { FencepostError } from './errors.js';
import { nearest } from './suggest.js';

/** What there is of some kind, by name and in the order it was registered: nobody else keeps such a list. */
export class Registry<Entry extends { readonly name: string }> {
  private readonly entries = new Map<string, Entry>();
  private readonly what: string;

  /** `what` an entry is, for messages: 'format'. */
  constructor(what: string, entries: readonly Entry[]) {
    this.what = what;
    for (const entry of entries) this.register(entry);
  }

  /** Adds an entry; its name must be new. */
  register(entry: Entry): void {
    const { name } = entry;
    if (this.entries.has(name)) throw new FencepostError('USAGE', `there is a ${this.what} '${name}' already`);
    this.entries.set(name, entry);
  }

  /** All entries, in the order they were registered. */
  all(): Entry[] {
    return [...this.entries.values()];
  }

  /** The names of all entries, or of those that `has` something. */
  names(has: (entry: Entry) => boolean = () => true): string[] {
    return this.all().flatMap((entry) => (has(entry) ? [entry.name] : []));
  }

  /** The entry of this name; if there is none, that is an error that says which there are. */
  named(name: string): Entry {
    const entry = this.entries.get(name);
    if (entry === undefined) throw unknownName(this.what, name, this.names());
    return entry;
  }
}

/** The error about a name that is none of those there are; `what` they name: 'format'. */
export function unknownName(what: string, name: string, known: readonly string[]): FencepostError {
  const meant = nearest(name, known);
  const list = `${what}s are ${known.join(', ')}`;
  return new FencepostError('USAGE', `there is no ${what} '${name}'`, {
    hint: meant === undefined ? list : `did you mean ${meant}? (${list})`,
  });
}
