import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { FencepostError } from '@fencepost/core';
import { codeOf, usageError } from '../errors.js';

/** A file to check: a file below the root, or source text from a call. */
export interface Input {
  /** Where the command runs. */
  readonly folder: string;
  /** As the command names it. */
  readonly file: string;
  /** Whether it is source text, in a temporary folder. */
  readonly isText: boolean;
}

export interface SourceText {
  readonly name: string;
  readonly text: string;
}

/** Characters of all texts of a call. */
const MOST_TEXT = 1 << 20;

/** The files that calls may name, and folders for the texts that they give. */
export class Inputs {
  readonly root: string;
  /** For texts and reports; removed at the end. */
  readonly ownFolder: string;
  private count = 0;

  constructor(root: string) {
    this.root = realpathSync(root);
    this.ownFolder = realpathSync(mkdtempSync(join(tmpdir(), 'fencepost-mcp-')));
  }

  /** Returns the file of a call: its first text or its file. Throws unless there is exactly one of them. */
  of({ file, sources }: { readonly file?: string; readonly sources?: readonly SourceText[] }): Input {
    if ((file === undefined) === (sources === undefined)) throw usageError('give either file or sources');
    return file === undefined ? this.text(sources!) : this.inRoot(file);
  }

  /** A file of the root. Links are followed first. */
  inRoot(path: string): Input {
    const asked = resolve(this.root, path);
    const refusal = usageError(
      `${path} is outside the root`,
      `files are those of ${this.root}; give other code as sources`,
    );
    if (!this.isInside(asked)) throw refusal;
    let real: string;
    try {
      real = realpathSync(asked);
    } catch (error) {
      throw usageError(`cannot read ${path}: ${codeOf(error)}`, 'paths are relative to the root');
    }
    if (!this.isInside(real)) throw refusal;
    if (!statSync(real).isFile()) throw usageError(`${path} is not a file`);
    return {
      folder: this.root,
      file: `./${relative(this.root, asked).replaceAll('\\', '/')}`.replace(/^\.\/(?!-)/, ''),
      isText: false,
    };
  }

  /** Writes the texts to a temporary folder. The first one is checked. */
  text(sources: readonly SourceText[]): Input {
    if (sources.length === 0) throw usageError('sources is empty');
    if (sources.reduce((sum, { text }) => sum + text.length, 0) > MOST_TEXT) {
      throw new FencepostError('TOO_LARGE', 'the texts have more than a million characters', {
        hint: 'name a file, or give the part to check',
      });
    }
    for (const { name } of sources) {
      if (!/^(?!\.)[\w.+-]{1,100}$/.test(name) || name.startsWith('-')) {
        throw usageError(
          `'${name.slice(0, 100)}' is not the name of a source`,
          'a plain name such as queue.c or ring.check.ts',
        );
      }
    }
    const folder = join(this.ownFolder, String(++this.count));
    mkdirSync(folder);
    for (const { name, text } of sources) writeFileSync(join(folder, name), text);
    return { folder, file: sources[0]!.name, isText: true };
  }

  /** Compiler flags that neither read nor write files outside the root. */
  flags(flags: readonly string[] = [], { folder }: Input): readonly string[] {
    for (const each of flags) {
      const [, path] = /^-I(.+)$/.exec(each) ?? [];
      const isAllowed =
        path === undefined
          ? /^-(?:D|U|std=|O|W(?!l|a|p)|f(?:no-)?(?:exceptions|rtti))[\w+=,.()"-]*$/.test(each)
          : this.isInside(resolve(folder, path));
      if (!isAllowed)
        throw usageError(
          `the flag ${each} is not accepted`,
          'flags are -D, -U, -std=, -O, -W and -I with a folder of the root',
        );
    }
    return flags.length === 0 ? [] : ['--', ...flags];
  }

  close(): void {
    rmSync(this.ownFolder, { recursive: true, force: true });
  }

  private isInside(path: string): boolean {
    return [this.root, this.ownFolder].some((folder) => {
      const way = relative(folder, path);
      return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
    });
  }
}
