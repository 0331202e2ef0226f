import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { addOwnClasses } from '../../world/objects/own-classes.js';
import { unsupported } from '../../world/running/unsupported.js';
import { noteEffect } from '../../world/time/effects.js';
import { recording } from '../../world/time/segments.js';

// Originals: others refuse to run in tasks.
const { statSync } = fs;

export interface File {
  readonly kind: 'file';
  content: Buffer;
}
interface Folder {
  readonly kind: 'folder';
  /** Whether it has all its entries here. Of one on the disk it is only known that it exists. */
  readonly isWhole: boolean;
}
type Entry = File | Folder;

const ON_DISK: Folder = { kind: 'folder', isWhole: false };
const WHOLE: Folder = { kind: 'folder', isWhole: true };

const MESSAGES: Readonly<Record<string, string>> = {
  EBADF: 'bad file descriptor',
  EEXIST: 'file already exists',
  EINVAL: 'invalid argument',
  EISDIR: 'illegal operation on a directory',
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
};

/** Returns the error of a system call. */
export function systemError(code: string, syscall: string, from?: string, dest?: string): Error {
  const where = from === undefined ? '' : ` '${from}'${dest === undefined ? '' : ` -> '${dest}'`}`;
  const error = new Error(`${code}: ${MESSAGES[code]}, ${syscall}${where}`);
  const errno = -(os.constants.errno as Readonly<Record<string, number>>)[code]!;
  return Object.assign(error, {
    errno,
    code,
    syscall,
    ...(from !== undefined && { path: from }),
    ...(dest !== undefined && { dest }),
  });
}

/**
 * Files in memory. Folders of the disk exist here, too, but what is in them is refused, because a check
 * must not depend on it.
 */
export class FileTree {
  /** By absolute path. Undefined: removed. */
  private readonly entries = new Map<string, Entry | undefined>();
  private lastDescriptor = 100;

  /** Adds a file with its folders; a folder that is named has nothing else in it. */
  give(name: string, content: Buffer): void {
    const at = path.resolve(name);
    for (let folder = path.dirname(at); ; folder = path.dirname(folder)) {
      if (folder === path.dirname(at) || !this.isOnDisk(folder)) this.entries.set(folder, WHOLE);
      if (folder === path.dirname(folder)) break;
    }
    this.entries.set(at, { kind: 'file', content });
  }

  /**
   * Returns the absolute path. Throws if it goes through a file, or up from a folder that does not exist; an empty path
   * leads nowhere.
   */
  place(name: string, syscall: string, ...shown: [from?: string, dest?: string]): string {
    const code = name === '' ? 'ENOENT' : this.wrongWay(name);
    if (code !== undefined) throw systemError(code, syscall, ...(shown.length > 0 ? shown : [name]));
    return path.resolve(name);
  }

  /** Returns the error of a path whose steps `.`, `..` or a last `/` follow something other than a folder. */
  private wrongWay(name: string): string | undefined {
    let at = path.isAbsolute(name) ? path.parse(name).root : process.cwd();
    for (const [i, step] of name.split(path.sep).entries()) {
      const isName = step !== '' && step !== '.' && step !== '..';
      if (!isName && i > 0) {
        const found = this.find(at);
        if (found?.kind === 'file') return 'ENOTDIR';
        if (found === undefined && step === '..') return 'ENOENT';
      }
      at = path.resolve(at, step);
    }
    return undefined;
  }

  /** Returns what is at a place. */
  find(at: string): Entry | undefined {
    recording.segments?.read(this, at);
    if (this.entries.has(at)) return this.entries.get(at);
    if (!this.isOnDisk(at)) return undefined;
    if (statSync(at).isDirectory()) return ON_DISK;
    throw unsupported(
      `a task uses ${at}, which is on the disk and not in memory`,
      'give its content: t.files({ [path]: text })',
    );
  }

  private isOnDisk(at: string): boolean {
    const parent = path.dirname(at);
    // What is not in a whole folder does not exist.
    for (let folder = parent; ; folder = path.dirname(folder)) {
      if (this.entries.has(folder)) return false;
      if (folder === path.dirname(folder)) break;
    }
    return statSync(at, { throwIfNoEntry: false }) !== undefined;
  }

  private put(at: string, entry: Entry | undefined): void {
    noteEffect();
    const isNew = (this.entries.get(at) === undefined) !== (entry === undefined);
    recording.segments?.write(this, at, isNew);
    this.entries.set(at, entry);
  }

  /** Throws unless something can be added at this place. */
  private requireParent(at: string, syscall: string, shown: string, dest?: string): void {
    const parent = path.dirname(at);
    for (let above = parent; ; above = path.dirname(above)) {
      const found = this.find(above);
      if (found?.kind === 'file') throw systemError('ENOTDIR', syscall, shown, dest);
      if (found !== undefined && above === parent) return;
      if (found !== undefined) throw systemError('ENOENT', syscall, shown, dest);
    }
  }

  /** Returns what exists at a place. Throws if there is nothing. */
  existing(name: string, syscall: string, dest?: string): Entry {
    const at = this.place(name, syscall, name, dest);
    const found = this.find(at);
    if (found !== undefined) return found;
    this.requireParent(at, syscall, name, dest);
    throw systemError('ENOENT', syscall, name, dest);
  }

  /** Opens a file, as `open(2)` does. */
  open(name: string, flags: string, syscall = 'open', from?: string): File {
    const shown: [string, string?] = from === undefined ? [name] : [from, name];
    const creates = !flags.startsWith('r');
    const namesFolder = creates && name.length > 1 && name.endsWith('/');
    const at = this.place(namesFolder ? withoutSlash(name) : name, syscall, ...shown);
    if (namesFolder) {
      this.requireParent(at, syscall, ...shown);
      throw systemError('EISDIR', syscall, ...shown);
    }
    const found = this.find(at);
    if (found === undefined) {
      this.requireParent(at, syscall, ...shown);
      if (!creates) throw systemError('ENOENT', syscall, ...shown);
      const file: File = { kind: 'file', content: Buffer.alloc(0) };
      this.put(at, file);
      return file;
    }
    if (flags.includes('x')) throw systemError('EEXIST', syscall, ...shown);
    if (found.kind === 'folder') {
      if (creates || flags.includes('+')) throw systemError('EISDIR', syscall, ...shown);
      throw systemError('EISDIR', 'read');
    }
    if (flags.startsWith('w')) setContent(found, Buffer.alloc(0));
    return found;
  }

  /** Each execution has a tree of its own, so its descriptors are the same when it is repeated. */
  nextDescriptor(): number {
    return ++this.lastDescriptor;
  }

  mkdir(name: string, syscall = 'mkdir'): void {
    const at = this.place(withoutSlash(name), syscall, name);
    if (this.find(at) !== undefined) throw systemError('EEXIST', syscall, name);
    this.requireParent(at, syscall, name);
    this.put(at, WHOLE);
  }

  /** Makes a folder and those above it. Returns the first one that it has made. */
  mkdirs(name: string): string | undefined {
    if (name.split(path.sep).includes('..'))
      throw unsupported(`a task makes the folders of ${name}`, 'leave out .. if mkdir is recursive');
    const missing: string[] = [];
    let at = this.place(name, 'mkdir');
    for (let found = this.find(at); found?.kind !== 'folder'; found = this.find((at = path.dirname(at)))) {
      if (found !== undefined) throw systemError(missing.length === 0 ? 'EEXIST' : 'ENOTDIR', 'mkdir', name);
      missing.unshift(at);
    }
    for (const each of missing) this.put(each, WHOLE);
    // As it was spelled.
    return missing.length === 0 ? undefined : missing.slice(1).reduce((shown) => path.dirname(shown), name);
  }

  /** Returns the names in a folder, with what they are. */
  list(name: string, syscall = 'scandir'): readonly (readonly [name: string, entry: Entry])[] {
    const found = this.existing(name, syscall);
    if (found.kind === 'file') throw systemError('ENOTDIR', syscall, name);
    if (!found.isWhole) {
      throw unsupported(
        `a task uses what is in ${name}, a folder of the disk`,
        'give its files: t.files({ [path]: text }); or make the folder in the check',
      );
    }
    recording.segments?.readAll(this);
    const at = path.resolve(name);
    return [...this.entries]
      .filter(([each, entry]) => entry !== undefined && path.dirname(each) === at && each !== at)
      .map(([each, entry]) => [path.basename(each), entry!] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  unlink(name: string): void {
    if (this.existing(name, 'unlink').kind === 'folder') throw systemError('EISDIR', 'unlink', name);
    this.put(path.resolve(name), undefined);
  }

  rmdir(name: string): void {
    if (this.list(name, 'rmdir').length > 0) throw systemError('ENOTEMPTY', 'rmdir', name);
    this.put(path.resolve(name), undefined);
  }

  /** Removes a file, or a folder with everything in it. */
  remove(name: string): void {
    const found = this.existing(name, 'rm');
    if (found.kind === 'folder') for (const [each] of this.list(name)) this.remove(path.join(name, each));
    this.put(path.resolve(name), undefined);
  }

  rename(name: string, to: string): void {
    const from = this.place(withoutSlash(name), 'rename', name, to);
    this.requireParent(from, 'rename', name, to);
    const dest = this.place(withoutSlash(to), 'rename', name, to);
    this.requireParent(dest, 'rename', name, to);
    const moved = this.find(from);
    if (moved === undefined) throw systemError('ENOENT', 'rename', name, to);
    const target = this.find(dest);
    if (moved.kind === 'file' && (name.endsWith('/') || to.endsWith('/')))
      throw systemError('ENOTDIR', 'rename', name, to);
    if (from === dest) return;
    if (moved.kind === 'folder') {
      if (dest.startsWith(from + path.sep)) throw systemError('EINVAL', 'rename', name, to);
      if (target?.kind === 'file') throw systemError('ENOTDIR', 'rename', name, to);
      if (target !== undefined && this.list(to).length > 0) throw systemError('ENOTEMPTY', 'rename', name, to);
      this.list(name);
      recording.segments?.writeAll(this);
      for (const [each, entry] of [...this.entries])
        if (each.startsWith(from + path.sep)) {
          this.entries.set(dest + each.slice(from.length), entry);
          this.entries.set(each, undefined);
        }
    } else if (target?.kind === 'folder')
      throw systemError(from.startsWith(dest + path.sep) ? 'ENOTEMPTY' : 'EISDIR', 'rename', name, to);
    this.put(from, undefined);
    this.put(dest, moved);
  }
}

/** Returns a path whose last step may be something other than a folder. */
const withoutSlash = (name: string): string => name.replace(/(?<=.)\/+$/, '');

export function contentOf(file: File): Buffer {
  recording.segments?.read(file, 'content');
  return file.content;
}

export function setContent(file: File, content: Buffer): void {
  noteEffect();
  recording.segments?.write(file, 'content', false);
  file.content = content;
}

/** What `stat` returns. */
export class Stats {
  readonly size: number;
  readonly #kind: Entry['kind'];

  constructor(entry: Entry) {
    this.#kind = entry.kind;
    this.size = entry.kind === 'file' ? contentOf(entry).length : 4096;
  }

  isFile(): boolean {
    return this.#kind === 'file';
  }

  isDirectory(): boolean {
    return this.#kind === 'folder';
  }

  isSymbolicLink(): boolean {
    return false;
  }
}
for (const name of [
  'mtime',
  'mtimeMs',
  'atime',
  'atimeMs',
  'ctime',
  'ctimeMs',
  'birthtime',
  'birthtimeMs',
  'mode',
  'ino',
  'uid',
  'gid',
  'nlink',
  'dev',
  'blocks',
  'isFIFO',
  'isSocket',
  'isBlockDevice',
  'isCharacterDevice',
])
  // prettier-ignore
  Object.defineProperty(Stats.prototype, name, {
    get: () => {
      throw unsupported(`${name} of a file in memory is not supported`, 'pass the code under test a stand-in');
    },
  });
addOwnClasses(Stats);
