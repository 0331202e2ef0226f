import type { SourceFlags } from '../toolchain/compile.js';
import { checkFlags } from '../toolchain/flags.js';
import type { Language } from '../toolchain/language.js';
import { isIr, languageOf } from '../toolchain/language.js';
import { flagsOfCommand } from './compile-command.js';
import type { CompilationDatabase } from './database.js';
import { commandFor } from './database.js';

/** The sources of a program, and the origins of their flags. */
export interface FlagSources {
  readonly files: readonly string[];
  /** Flags that the user gave, for all files. */
  readonly flags: readonly string[];
  readonly database?: CompilationDatabase | undefined;
  readonly optimiseFirst?: boolean;
}

/** The flags of each source, and notes about them, as lines. */
export interface SourcesFlags {
  readonly flags: readonly SourceFlags[];
  readonly notes: readonly string[];
}

/** Returns the flags of each source. */
export function flagsOfSources({ files, flags: given, database, optimiseFirst = false }: FlagSources): SourcesFlags {
  const user = checkFlags(given, optimiseFirst);
  const ignored = new Set(user.ignored);
  const notes: string[] = [];
  const isMixed = new Set(files.filter((file) => !isIr(file)).map(languageOf)).size > 1;
  const flags = files.map((file): SourceFlags => {
    const found = database === undefined || isIr(file) ? undefined : commandFor(database, file);
    if (found === undefined) {
      const own = isMixed ? ofLanguage(user.flags, languageOf(file)) : user.flags;
      return { flags: own, optimise: user.optimise, reads: user.reads };
    }
    if (found.note !== undefined) notes.push(`note: ${found.note}\n`);
    const command = flagsOfCommand(found.command, file);
    const language = found.isOwn ? command.language : languageOf(file);
    const project = checkFlags(command.flags, false, 'project');
    project.ignored.forEach((flag) => ignored.add(flag));
    return {
      // Projects may use warning flags of other compilers: no warning about these.
      flags: [...ofLanguage([...project.flags, ...user.flags], language), '-Wno-unknown-warning-option'],
      optimise: user.optimise,
      reads: [...project.reads, ...user.reads],
      language,
    };
  });
  if (ignored.size > 0)
    notes.push(`note: ignored compiler flags, which have no effect here: ${[...ignored].join(' ')}\n`);
  return { flags, notes };
}

/** Removes standards of the other language, which clang rejects. */
function ofLanguage(flags: readonly string[], language: Language): readonly string[] {
  return flags.filter((flag) => {
    const [, standard] = /^--?std=(.*)$/.exec(flag) ?? [];
    return standard === undefined || standard.includes('++') === (language === 'c++');
  });
}
