import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { COMPILED_LANGUAGES, SCRIPT_LANGUAGES, isHeader, isWrittenIn } from '@fencepost/core';
import { usageError } from '../../errors.js';
import { textIfReadable } from '../../files/files.js';

/** A function whose concurrent operations changed. */
export interface ChangedFunction {
  readonly file: string;
  readonly line: number;
  /** undefined: outside of functions. */
  readonly name: string | undefined;
  readonly kinds: readonly string[];
}

/** Patterns by which a line of concurrent code is recognised. */
const KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['fence', /\b(?:atomic_thread_fence|atomic_signal_fence|__sync_synchronize|smp_[rw]?mb|mfence|fence)\b/],
  [
    'lock',
    /\b(?:pthread_(?:mutex|rwlock|spin|cond)_\w+|mtx_\w+|lock_guard|unique_lock|scoped_lock|(?:un)?lock|try_lock|Mutex|RwLock|navigator\.locks|Atomics\.(?:wait|notify|waitAsync)|notify_(?:one|all)|sem_(?:wait|post))\b/,
  ],
  [
    'atomic',
    /\b(?:atomic_\w+|_Atomic|memory_order\w*|__atomic_\w+|__sync_\w+|std::atomic|compare_exchange_\w+|fetch_(?:add|sub|or|and|xor)|Atomics|Ordering|Atomic[A-Z]\w*)\b|\.(?:load|store|exchange)\s*\(/,
  ],
  [
    'thread',
    /\b(?:pthread_(?:create|join|detach)|thrd_\w+|std::j?thread|new Worker|postMessage|SharedArrayBuffer|volatile)\b/,
  ],
];

/** A line that was added or removed, with its place in the new text. */
interface ChangedLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** The number of its piece of the comparison. */
  readonly piece: number;
  /** Whether it was removed. */
  readonly isOld: boolean;
}

export interface Changes {
  readonly functions: readonly ChangedFunction[];
  /** All sources whose code changed, whatever it does, with the first changed line. */
  readonly files: ReadonlyMap<string, number>;
  /** Sources that are no longer where they were. */
  readonly gone: readonly GoneFile[];
}

/** A source that was deleted, or has another name now. */
export interface GoneFile {
  readonly file: string;
  readonly isDeleted: boolean;
}

export function changesSince(base: string): Changes {
  const lines = [...linesSince(base), ...linesOfNewFiles()];
  return { functions: functionsOf(lines), files: filesWithNewCode(lines), gone: filesGoneSince(base) };
}

/** The files in which more than comments and white space changed, with the first such line. */
function filesWithNewCode(lines: readonly ChangedLine[]): ReadonlyMap<string, number> {
  const pieces = new Map<number, { file: string; line: number; old: string; new: string }>();
  for (const { file, line, text, piece, isOld } of lines) {
    const code = withoutComments(text).replaceAll(/\s/g, '');
    const known = pieces.get(piece) ?? { file, line, old: '', new: '' };
    known[isOld ? 'old' : 'new'] += code;
    pieces.set(piece, known);
  }
  const files = new Map<string, number>();
  for (const each of pieces.values())
    if (each.old !== each.new && !files.has(each.file)) files.set(each.file, each.line);
  return files;
}

function functionsOf(lines: readonly ChangedLine[]): ChangedFunction[] {
  const found = new Map<string, { file: string; line: number; name: string | undefined; kinds: Set<string> }>();
  for (const file of new Set(lines.map((each) => each.file))) {
    const text = readFileSync(file, 'utf8').split('\n');
    const shared = sharedNames(text);
    for (const changed of lines) {
      const kinds = changed.file === file ? kindsOf(changed.text, shared) : [];
      if (kinds.length === 0) continue;
      const { line } = changed;
      const name = functionAround(text, line);
      const key = `${file}\n${name ?? ''}`;
      const entry = found.get(key) ?? { file, line, name, kinds: new Set<string>() };
      for (const kind of kinds) entry.kinds.add(kind);
      found.set(key, entry);
    }
  }
  return [...found.values()].map((each) => ({ ...each, kinds: [...each.kinds] }));
}

function withoutComments(line: string): string {
  return line.replaceAll(/\/\*.*?\*\//g, '').replace(/\/\/.*$|^\s*\/?\*(?![\w(]).*$/, '');
}

function kindsOf(line: string, shared: ReadonlySet<string>): string[] {
  const code = withoutComments(line).replace(/^\s*(?:#include|import\b).*$/, '');
  const kinds = KINDS.filter(([, pattern]) => pattern.test(code)).map(([kind]) => kind);
  if (kinds.length > 0) return kinds;
  const names: readonly string[] = code.match(/[A-Za-z_$][\w$]*/g) ?? [];
  return names.some((name) => shared.has(name)) ? ['shared access'] : [];
}

/** Variables that threads may share: globals of C, and views of shared memory in JavaScript, as far as the text shows. */
function sharedNames(text: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of text) {
    const [, global] =
      /^(?!typedef|return|#|using|extern "C")(?:[A-Za-z_][\w:<>]*[\s*]+)+([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?(?:=[^=].*|\{.*\})?;/.exec(
        line,
      ) ?? [];
    const [, view] = /\b(\w+)\s*(?::[^=]*)?=\s*new (?:\w+Array|DataView)\(/.exec(line) ?? [];
    for (const name of [global, view]) if (name !== undefined) names.add(name);
  }
  return names;
}

const IN_SCRIPT = [
  /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\*?\s+(\w+)/,
  /^\s*(?:export\s+)?(?:const|let)\s+(\w+)\s*=\s*(?:async\s*)?(?:\([^)]*\)|\w+)\s*(?::[^=]+)?=>/,
  /^\s*(?:(?:public|private|protected|static|async|override|get|set)\s+)*\*?(?!if|for|while|switch|catch|function|return)(#?\w+)\s*\([^)]*\)\s*(?::[^{]+)?\{/,
];
const IN_C = [
  /^(?!#|typedef|struct\s+\w+\s*\{)(?:\s{0,2})(?!else|if|for|while|switch|return|do)[A-Za-z_][\w:<>*&,\s~]*?[\s*&]([A-Za-z_~]\w*)\s*\([^;]*\)[^;]*(?:\{.*)?$/,
  /^\s*(?:pub\s+)?(?:async\s+)?fn\s+(\w+)/,
];

/** The name of the nearest function that begins at or before the line. */
export function functionAround(text: readonly string[], line: number): string | undefined {
  for (let at = Math.min(line, text.length) - 1; at >= 0; at--) {
    for (const pattern of [...IN_SCRIPT.slice(0, 2), ...IN_C, ...IN_SCRIPT.slice(2)]) {
      const [, name] = pattern.exec(text[at]!) ?? [];
      if (name !== undefined) return name;
    }
    // The end of another function, not of this one.
    if (at < line - 1 && text[at]!.startsWith('}')) return undefined;
  }
  return undefined;
}

/** Changes since the commit, in files that still exist. A file that was only renamed has none. */
function linesSince(base: string): ChangedLine[] {
  if (base.startsWith('-')) throw usageError(`'${base}' is not a commit`);
  const options = ['--relative', '--no-color', '--no-ext-diff', '--find-renames', '--unified=0'];
  const changed: ChangedLine[] = [];
  let file: string | undefined;
  let line = 0;
  let piece = 0;
  for (const text of git(['diff', ...options, base, '--']).split('\n')) {
    const [, name] = /^\+\+\+ (?:b\/(.*?)\t?|\/dev\/null)$/.exec(text) ?? [];
    if (text.startsWith('+++ ')) file = name !== undefined && isSource(name) ? name : undefined;
    const [, start] = /^@@ -\S+ \+(\d+)/.exec(text) ?? [];
    if (start !== undefined) {
      line = Math.max(1, Number(start));
      piece++;
    } else if (/^[+-](?!\+\+ |-- )/.test(text) && file !== undefined) {
      changed.push({ file, line, piece, text: text.slice(1), isOld: text.startsWith('-') });
      if (text.startsWith('+')) line++;
    }
  }
  return changed;
}

function filesGoneSince(base: string): GoneFile[] {
  const options = ['--relative', '--find-renames', '--diff-filter=DR', '--name-status', '-z'];
  const fields = git(['diff', ...options, base, '--']).split('\0');
  const gone: GoneFile[] = [];
  // A letter and a file; the new name follows that of a renamed file.
  for (let at = 0; at + 1 < fields.length; at += fields[at]!.startsWith('R') ? 3 : 2)
    if (isSource(fields[at + 1]!)) gone.push({ file: fields[at + 1]!, isDeleted: fields[at] === 'D' });
  return gone;
}

/** Files that git does not know yet, and does not ignore. */
function linesOfNewFiles(): ChangedLine[] {
  const files = git(['ls-files', '--others', '--exclude-standard', '-z']).split('\0').filter(isSource);
  return files.flatMap((file, number) => {
    const lines = (textIfReadable(file) ?? '').split('\n');
    return lines.map((text, i) => ({ file, line: i + 1, piece: -1 - number, text, isOld: false }));
  });
}

function isSource(name: string): boolean {
  return isWrittenIn(name, [...COMPILED_LANGUAGES, ...SCRIPT_LANGUAGES]) || isHeader(name);
}

function git(args: readonly string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    if (/not a git repository/i.test(said))
      throw usageError('this folder is not in a git repository', 'review compares with a commit');
    throw usageError(
      `git ${args[0]!} failed: ${said.trim().split('\n')[0]!}`,
      'review compares with a commit of this repository: --diff main',
    );
  }
}
