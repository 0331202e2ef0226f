import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** A line of a `.gitignore`. */
interface Rule {
  /** The folder of the file; the rule applies to what is below. */
  readonly folder: string;
  readonly matches: RegExp;
  /** Whether it applies to folders only. */
  readonly onlyFolders: boolean;
  /** Whether it exempts what earlier rules ignore. */
  readonly exempts: boolean;
}

/** The rules of the `.gitignore` files in a folder, and in the folders above it in the repository and below it. */
export class Ignored {
  private constructor(private readonly rules: readonly Rule[]) {}

  /** Returns the rules that apply in a folder. `folder`: an absolute path. */
  static in(folder: string): Ignored {
    const folders = [folder];
    while (!existsSync(join(folders[0]!, '.git'))) {
      const above = dirname(folders[0]!);
      // Outside of a repository, only the folder itself counts.
      if (above === folders[0]) return new Ignored(rulesIn(folder));
      folders.unshift(above);
    }
    return new Ignored(folders.flatMap(rulesIn));
  }

  /** Returns the rules for a folder below. */
  below(folder: string): Ignored {
    const more = rulesIn(folder);
    return more.length === 0 ? this : new Ignored([...this.rules, ...more]);
  }

  has(path: string, isFolder: boolean): boolean {
    const rule = this.rules.findLast(
      ({ folder, matches, onlyFolders }) =>
        (isFolder || !onlyFolders) && matches.test(relative(folder, path).split(sep).join('/')),
    );
    return rule !== undefined && !rule.exempts;
  }
}

function rulesIn(folder: string): Rule[] {
  let text: string;
  try {
    text = readFileSync(join(folder, '.gitignore'), 'utf8');
  } catch {
    return [];
  }
  return text.split(/\r?\n/).flatMap((line) => {
    const pattern = line.replace(/(?<!\\)\s+$/, '');
    if (pattern === '' || pattern.startsWith('#')) return [];
    const exempts = pattern.startsWith('!');
    const path = exempts ? pattern.slice(1) : pattern;
    const matches = regexOf(path.replace(/\/$/, ''));
    return matches === undefined ? [] : [{ folder, matches, onlyFolders: path.endsWith('/'), exempts }];
  });
}

const SPECIAL: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

/** Returns undefined for a pattern that is none, such as `[`. */
function regexOf(pattern: string): RegExp | undefined {
  const anchored = pattern.includes('/');
  const body = pattern.replace(/^\//, '').replaceAll(/\*\*\/|\*\*|\*|\?|\[!?[^\]]+\]|\\.|[$()+.^{|}\\]/g, (part) => {
    if (part.startsWith('[')) return part.replace('[!', '[^');
    return SPECIAL[part] ?? `\\${part.at(-1)!}`;
  });
  try {
    return new RegExp(`^${anchored ? '' : '(?:.*/)?'}${body}$`);
  } catch {
    return undefined;
  }
}
