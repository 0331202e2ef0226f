import type { Site } from '@fencepost/core';
import type { RecordedPlace } from '@fencepost/recording';
import { usageError } from '../../errors.js';
import { readText, textIfReadable } from '../../files/files.js';

/** A comment that accepts the findings of its line or, if it is alone on a line, of the next one. */
const COMMENT = /^(?:\/\/|\/\*)\s*fencepost:\s*accepted\b/;
/** Code, texts and other comments in front of the first comment that reaches the end of the line, or has the words. */
const BEFORE = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*(?!\s*fencepost:).*?\*\/|(?!\/[/*]).)*/;

/** A line of a list: a file, or one line of it. */
interface Listed {
  readonly file: string;
  readonly line: number | undefined;
}

/** The places whose findings are accepted: by a comment in the source, or in a list. */
export class Accepted {
  private readonly listed: readonly Listed[];
  /** By file: its accepted lines. */
  private readonly marked = new Map<string, ReadonlySet<number>>();

  /** `files`: lists with a `FILE` or `FILE:LINE` on each line, and comments after `#`. */
  constructor(files: readonly string[]) {
    this.listed = files.flatMap((file) => listIn(file));
  }

  /** Returns whether an access, or a call by which it was inlined, is accepted. */
  has(place: RecordedPlace | undefined): boolean {
    return place !== undefined && [place, ...(place.callers ?? [])].some((each) => this.hasLine(each));
  }

  private hasLine({ file, line }: Site): boolean {
    if (this.marksOf(file).has(line)) return true;
    return this.listed.some(
      (each) => (each.line ?? line) === line && (file === each.file || file.endsWith(`/${each.file}`)),
    );
  }

  private marksOf(file: string): ReadonlySet<number> {
    let marks = this.marked.get(file);
    if (marks === undefined) this.marked.set(file, (marks = new Set(linesMarked(file))));
    return marks;
  }
}

/** Returns the lines that comments accept; none if the file cannot be read here. */
function linesMarked(file: string): number[] {
  return (textIfReadable(file) ?? '').split('\n').flatMap((line, i) => {
    const before = BEFORE.exec(line)![0];
    const comment = line.slice(before.length);
    if (!COMMENT.test(comment)) return [];
    const isAlone = before.trim() === '' && !/\*\/.*\S/.test(comment);
    return [isAlone ? i + 2 : i + 1];
  });
}

function listIn(path: string): Listed[] {
  return readText(path)
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
    .map((text) => {
      const [, file, line] = /^([^\s:]+)(?::(\d+))?$/.exec(text) ?? [];
      if (file !== undefined) return { file, line: line === undefined ? undefined : Number(line) };
      throw usageError(`--accept ${path}: '${text}' is not a place`, 'write FILE or FILE:LINE, one on each line');
    });
}
