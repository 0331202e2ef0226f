import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedWithin } from '../../memory/views/find-shared-memory.js';
import { unsupported } from '../../world/running/unsupported.js';
import type { File, FileTree } from './file-tree.js';
import { Stats, contentOf, setContent, systemError } from './file-tree.js';

// What the functions of `fs` do, step by step. Other requests may take effect between two steps.

export type Steps<T = unknown> = Generator<void, T, void>;
type Options = Readonly<Record<string, unknown>>;

function optionsOf(given: unknown, known: readonly string[]): Options {
  const options = typeof given === 'string' ? { encoding: given } : ((given ?? {}) as Options);
  if (typeof options !== 'object') return {};
  const unknown = Object.keys(options).find((key) => options[key] !== undefined && !known.includes(key));
  if (unknown !== undefined)
    throw unsupported(`the option ${unknown} of files in memory is not supported`, 'pass a stand-in made by t.outside');
  return options;
}

export function pathOf(given: unknown): string {
  if (typeof given === 'string') return given;
  if (given instanceof URL) return fileURLToPath(given);
  if (given instanceof Uint8Array) return Buffer.from(given).toString();
  const error = new TypeError('The "path" argument must be of type string or an instance of Buffer or URL.');
  throw Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' });
}

function isMissing(tree: FileTree, name: unknown): boolean {
  const shown = pathOf(name);
  return shown === '' || tree.find(path.resolve(shown)) === undefined;
}

function bytesOf(data: unknown, encoding: unknown): Buffer {
  if (typeof data === 'string') return Buffer.from(data, (encoding ?? 'utf8') as BufferEncoding);
  if (sharedWithin([data]).length > 0)
    throw unsupported('a file in memory receives shared memory', 'pass a copy: Uint8Array.from(view)');
  if (ArrayBuffer.isView(data)) return Buffer.from(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  throw unsupported('only strings and bytes can be written to files in memory', 'collect the parts first');
}

function decoded(content: Buffer, encoding: unknown): string | Buffer {
  return typeof encoding === 'string' && encoding !== 'buffer'
    ? content.toString(encoding as BufferEncoding)
    : Buffer.from(content);
}

/** A file that is open. */
export class FileHandle {
  #file: File | undefined;
  #position = 0;
  readonly #reads: boolean;
  readonly #writes: boolean;
  readonly isAppending: boolean;
  readonly fd: number;

  constructor(file: File, flags: string, fd: number) {
    this.#file = file;
    const isBoth = flags.includes('+');
    this.#reads = isBoth || flags.startsWith('r');
    this.#writes = isBoth || !flags.startsWith('r');
    this.isAppending = flags.startsWith('a');
    this.fd = fd;
  }

  /** Returns the file. Throws if it is closed. */
  file(syscall: string): File {
    if (this.#file === undefined) throw systemError('EBADF', syscall);
    return this.#file;
  }

  /** Writes at the current position, or at the end. */
  write(bytes: Buffer, position?: number): void {
    const file = this.file('write');
    if (!this.#writes && bytes.length > 0) throw systemError('EBADF', 'write');
    const before = contentOf(file);
    const at = this.isAppending ? before.length : (position ?? this.#position);
    const content = Buffer.alloc(Math.max(before.length, at + bytes.length));
    before.copy(content);
    bytes.copy(content, at);
    setContent(file, content);
    if (position === undefined) this.#position = at + bytes.length;
  }

  /** Returns what follows the current position. */
  rest(): Buffer {
    if (!this.#reads) throw systemError('EBADF', 'read');
    const content = contentOf(this.file('read')).subarray(this.#position);
    this.#position += content.length;
    return content;
  }

  /** Returns the file, to change its length. */
  resized(): File {
    const file = this.file('ftruncate');
    if (!this.#writes) throw systemError('EINVAL', 'ftruncate');
    return file;
  }

  shut(): void {
    this.file('close');
    this.#file = undefined;
  }
}

const WRITES = ['encoding', 'flag', 'mode', 'flush'];

/** Each gets the tree and the arguments of the function. */
export const operations = {
  *readFile(tree: FileTree, of: unknown, given?: unknown): Steps {
    const { encoding, flag = 'r' } = optionsOf(given, ['encoding', 'flag']);
    if (of instanceof FileHandle) return decoded(of.rest(), encoding);
    const flags = String(flag);
    return decoded(new FileHandle(tree.open(pathOf(of), flags), flags, 0).rest(), encoding);
  },

  /** First creates or empties the file, as Node does. */
  *writeFile(tree: FileTree, of: unknown, data: unknown, given?: unknown): Steps {
    const { encoding, flag = 'w' } = optionsOf(given, WRITES);
    const bytes = bytesOf(data, encoding);
    if (of instanceof FileHandle) {
      of.write(bytes);
      return undefined;
    }
    const flags = String(flag);
    if (flags === 'r') {
      tree.existing(pathOf(of), 'open');
      if (bytes.length > 0) throw systemError('EBADF', 'write');
      return undefined;
    }
    const handle = new FileHandle(tree.open(pathOf(of), flags), flags, 0);
    yield;
    handle.write(bytes);
    return undefined;
  },

  *appendFile(tree: FileTree, of: unknown, data: unknown, given?: unknown): Steps {
    return yield* operations.writeFile(tree, of, data, { flag: 'a', ...optionsOf(given, WRITES) });
  },

  *copyFile(tree: FileTree, from: unknown, to: unknown, mode: unknown = 0): Steps {
    const source = tree.existing(pathOf(from), 'copyfile', pathOf(to));
    if (source.kind === 'folder') throw unsupported('copyFile of a folder is not supported', 'copy its files');
    const isExclusive = (Number(mode) & fs.constants.COPYFILE_EXCL) !== 0;
    const dest = pathOf(to);
    const there = dest.endsWith('/') ? undefined : tree.find(tree.place(dest, 'copyfile', pathOf(from), dest));
    if (isExclusive && there !== undefined) throw systemError('EEXIST', 'copyfile', pathOf(from), dest);
    if (there === source) return undefined;
    const target = tree.open(dest, 'w', 'copyfile', pathOf(from));
    yield;
    setContent(target, contentOf(source));
    return undefined;
  },

  *open(tree: FileTree, name: unknown, flags: unknown = 'r'): Steps {
    if (typeof flags !== 'string')
      throw unsupported('flags of open that are numbers are not supported', "'w', 'wx', …");
    return new FileHandle(tree.open(pathOf(name), flags), flags, tree.nextDescriptor());
  },

  *mkdir(tree: FileTree, name: unknown, given?: unknown): Steps {
    const { recursive } = optionsOf(typeof given === 'number' ? {} : given, ['recursive', 'mode']);
    if (recursive === true) return tree.mkdirs(pathOf(name));
    tree.mkdir(pathOf(name));
    return undefined;
  },

  *mkdtemp(tree: FileTree, prefix: unknown): Steps {
    for (let i = 0; ; i++) {
      const name = `${pathOf(prefix)}${String(i).padStart(6, '0')}`;
      if (tree.find(path.resolve(name)) !== undefined) continue;
      tree.mkdir(name, 'mkdtemp');
      return name;
    }
  },

  *readdir(tree: FileTree, name: unknown, given?: unknown): Steps {
    const { withFileTypes } = optionsOf(given, ['encoding', 'withFileTypes']);
    const folder = pathOf(name);
    const listed = tree.list(folder);
    if (withFileTypes !== true) return listed.map(([each]) => each);
    return listed.map(([each, entry]) =>
      Object.assign(new Stats(entry), { name: each, parentPath: folder, path: folder }),
    );
  },

  *stat(tree: FileTree, name: unknown, given?: unknown): Steps {
    const { throwIfNoEntry } = optionsOf(given, ['throwIfNoEntry']);
    if (throwIfNoEntry === false && isMissing(tree, name)) return undefined;
    return new Stats(tree.existing(pathOf(name), 'stat'));
  },

  *lstat(tree: FileTree, name: unknown, given?: unknown): Steps {
    const { throwIfNoEntry } = optionsOf(given, ['throwIfNoEntry']);
    if (throwIfNoEntry === false && isMissing(tree, name)) return undefined;
    return new Stats(tree.existing(pathOf(name), 'lstat'));
  },

  *access(tree: FileTree, name: unknown, mode: unknown = 0): Steps {
    if ((Number(mode) & fs.constants.X_OK) !== 0)
      throw unsupported('files in memory have no rights to execute them', 'pass a stand-in made by t.outside');
    tree.existing(pathOf(name), 'access');
    return undefined;
  },

  *realpath(tree: FileTree, name: unknown): Steps {
    tree.existing(pathOf(name), 'realpath');
    return path.resolve(pathOf(name));
  },

  *truncate(tree: FileTree, name: unknown, length: unknown = 0): Steps {
    const file = name instanceof FileHandle ? name.resized() : tree.open(pathOf(name), 'r+');
    const content = Buffer.alloc(Number(length));
    contentOf(file).copy(content);
    setContent(file, content);
    return undefined;
  },

  *unlink(tree: FileTree, name: unknown): Steps {
    tree.unlink(pathOf(name));
    return undefined;
  },

  *rmdir(tree: FileTree, name: unknown, given?: unknown): Steps {
    optionsOf(given, []);
    tree.rmdir(pathOf(name));
    return undefined;
  },

  *rm(tree: FileTree, name: unknown, given?: unknown): Steps {
    const { recursive, force } = optionsOf(given, ['recursive', 'force', 'maxRetries', 'retryDelay']);
    const at = pathOf(name);
    let found: ReturnType<FileTree['existing']>;
    try {
      found = tree.existing(at, process.versions.node.startsWith('20.') ? 'lstat' : 'rm');
    } catch (error) {
      if (force === true && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    if (found.kind === 'folder' && recursive !== true) {
      const error = new Error(`Path is a directory: rm returned EISDIR (is a directory) ${at}`);
      throw Object.assign(error, { code: 'ERR_FS_EISDIR', name: 'SystemError', errno: 21, syscall: 'rm', path: at });
    }
    tree.remove(at);
    return undefined;
  },

  *rename(tree: FileTree, from: unknown, to: unknown): Steps {
    tree.rename(pathOf(from), pathOf(to));
    return undefined;
  },
} satisfies Readonly<Record<string, (tree: FileTree, ...given: never[]) => Steps>>;

/** Methods of an open file. */
export const methods = {
  readFile: (tree: FileTree, ...given: [unknown, unknown?]): Steps => operations.readFile(tree, ...given),
  writeFile: (tree: FileTree, ...given: [unknown, unknown, unknown?]): Steps => operations.writeFile(tree, ...given),
  appendFile: (tree: FileTree, ...given: [unknown, unknown, unknown?]): Steps => operations.writeFile(tree, ...given),
  truncate: (tree: FileTree, ...given: [unknown, unknown?]): Steps => operations.truncate(tree, ...given),
  *write(_tree: FileTree, handle: FileHandle, data: unknown, position?: unknown, encoding?: unknown): Steps {
    if (typeof data !== 'string' && position !== undefined)
      throw unsupported('parts of a buffer cannot be written to files in memory', 'write(buffer.subarray(…))');
    const bytes = bytesOf(data, encoding);
    handle.write(bytes, typeof position === 'number' ? position : undefined);
    return { bytesWritten: bytes.length, buffer: data };
  },
  *stat(_tree: FileTree, handle: FileHandle): Steps {
    return new Stats(handle.file('fstat'));
  },
  *sync(_tree: FileTree, handle: FileHandle): Steps {
    handle.file('fsync');
    return undefined;
  },
  *datasync(_tree: FileTree, handle: FileHandle): Steps {
    handle.file('fdatasync');
    return undefined;
  },
  *close(_tree: FileTree, handle: FileHandle): Steps {
    handle.shut();
    return undefined;
  },
};
