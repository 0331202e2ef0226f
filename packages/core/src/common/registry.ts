import { FencepostError } from './errors.js';
import { nearest } from './suggest.js';

const NAME = /^[a-z][a-z\d-]*$/;

/** Entries of one kind, by name and in order of registration. No other list of them exists. */
export class Registry<Entry extends { readonly name: string }> {
  private readonly entries = new Map<string, Entry>();
  private readonly what: string;

  /** `what` names the kind of entry in messages: 'format'. */
  constructor(what: string, entries: readonly Entry[]) {
    this.what = what;
    for (const entry of entries) this.register(entry);
  }

  /** Adds an entry. Its name must be new and usable on a command line. */
  register(entry: Entry): void {
    // Callers may be written in plain JavaScript.
    const name: unknown = entry.name;
    if (typeof name !== 'string' || !NAME.test(name)) {
      throw new FencepostError('USAGE', `'${String(name)}' cannot be the name of ${withArticle(this.what)}`, {
        hint: 'it begins with a lowercase letter; digits and hyphens may follow',
      });
    }
    if (this.entries.has(name))
      throw new FencepostError('USAGE', `there is ${withArticle(this.what)} '${name}' already`);
    this.entries.set(name, entry);
  }

  /** Returns all entries, in order of registration. */
  all(): Entry[] {
    return [...this.entries.values()];
  }

  /** Returns the names of all entries, or of those for which `has` holds. */
  names(has: (entry: Entry) => boolean = () => true): string[] {
    return this.all().flatMap((entry) => (has(entry) ? [entry.name] : []));
  }

  /** Returns the entry of this name. If there is none, the error lists all names. */
  named(name: string): Entry {
    const entry = this.entries.get(name);
    if (entry === undefined) throw unknownName(this.what, name, this.names());
    return entry;
  }
}

function withArticle(what: string): string {
  return `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`;
}

/** Additions to the error for an unknown name. */
interface UnknownNameHint {
  readonly plural?: string | undefined;
  /** Names that may have been meant, in addition to those of the list. */
  readonly alsoNearest?: readonly string[];
  /** Text after the list. */
  readonly note?: string;
}

/** Returns the error for an unknown name. `what`: the kind of entry it should name, such as 'format'. */
export function unknownName(
  what: string,
  name: string,
  known: readonly string[],
  { plural = `${what}s`, alsoNearest = [], note = '' }: UnknownNameHint = {},
): FencepostError {
  const meant = nearest(name, [...known, ...alsoNearest]);
  const list = `${plural} are ${known.join(', ')}${note}`;
  return new FencepostError('USAGE', `there is no ${what} '${name}'`, {
    hint: meant === undefined ? list : `did you mean ${meant}? (${list})`,
  });
}
