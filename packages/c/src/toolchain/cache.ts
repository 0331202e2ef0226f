import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './folders.js';
import { KeptFiles } from './kept-files.js';

/** A cache entry: facts as JSON, and bytes. */
export interface Entry<T> {
  readonly facts: T;
  readonly data: Uint8Array;
}

/** Results by their inputs. A cache that cannot be read or written counts as empty; that is never an error. */
export interface Cache {
  /** Absent: this cache keeps no files. */
  readonly files?: KeptFiles;
  key(parts: readonly (string | Uint8Array)[]): string;
  load<T>(key: string): Promise<Entry<T> | undefined>;
  store(key: string, entry: Entry<unknown>): Promise<void>;
}

const MOST_BYTES = 136 * 1024 * 1024;
/** Of files that other programs read. */
const MOST_FILE_BYTES = 64 * 1024 * 1024;
/** Average number of stores between two checks of the cache size. */
const STORES_PER_CLEANING = 64;

/** Marks our files in a folder that other programs may use, too. */
const EXTENSION = '.fencepost';
const OWN_FILE = /^[0-9a-f]{64}\.fencepost(?:\.[0-9a-f]{12}\.tmp)?$/;

/** A cache on disk. One file per key: its checksum, the length of the facts, the facts, the data. */
export class DiskCache implements Cache {
  readonly files: KeptFiles;

  constructor(
    private readonly folder: string,
    private readonly mostBytes = MOST_BYTES,
    mostFileBytes = MOST_FILE_BYTES,
  ) {
    this.files = new KeptFiles(folder, mostFileBytes);
  }

  key(parts: readonly (string | Uint8Array)[]): string {
    return keyOf(parts);
  }

  async load<T>(key: string): Promise<Entry<T> | undefined> {
    const path = this.pathOf(key);
    try {
      // A pipe or a device may never end.
      if (!(await stat(path)).isFile()) return undefined;
      const bytes = await readFile(path);
      const body = bytes.subarray(32);
      if (!createHash('sha256').update(body).digest().equals(bytes.subarray(0, 32))) return undefined;
      const factsEnd = 4 + body.readUInt32LE(0);
      const facts = JSON.parse(body.toString('utf8', 4, factsEnd)) as T;
      const now = new Date();
      void utimes(path, now, now).catch(() => undefined); // the least recently used entries are removed first
      return { facts, data: new Uint8Array(body.subarray(factsEnd)) };
    } catch {
      return undefined;
    }
  }

  async store(key: string, { facts, data }: Entry<unknown>): Promise<void> {
    try {
      const text = Buffer.from(JSON.stringify(facts), 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32LE(text.length);
      const body = Buffer.concat([length, text, data]);
      makeFolder(this.folder);
      // Other processes may read and write the same key concurrently: they see the whole old file or the whole new one.
      const path = this.pathOf(key);
      const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
      await writeFile(temporary, Buffer.concat([createHash('sha256').update(body).digest(), body]));
      await rename(temporary, path);
      if (randomBytes(1)[0]! % STORES_PER_CLEANING === 0) await this.clean();
    } catch {
      // The result is not cached.
    }
  }

  /** Removes the least recently used entries until the rest is small enough. */
  async clean(): Promise<void> {
    const names = (await readdir(this.folder)).filter((name) => OWN_FILE.test(name));
    const found = await Promise.all(names.map((name) => this.sizeOf(name)));
    const files = found.filter((file) => file !== undefined);
    files.sort((a, b) => b.mtimeMs - a.mtimeMs);
    let total = 0;
    for (const { path, size } of files) {
      total += size;
      if (total > this.mostBytes) await rm(path, { force: true });
    }
  }

  private pathOf(key: string): string {
    return join(this.folder, key + EXTENSION);
  }

  private async sizeOf(name: string): Promise<OwnFile | undefined> {
    const path = join(this.folder, name);
    try {
      const { size, mtimeMs } = await stat(path);
      return { path, size, mtimeMs };
    } catch {
      return undefined; // another process has removed it
    }
  }
}

interface OwnFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** A cache that keeps nothing. */
export const NO_CACHE: Cache = {
  key: keyOf,
  load: () => Promise.resolve(undefined),
  store: () => Promise.resolve(),
};

/** Returns the key for the parts. Each is hashed with its length, so that moving text between parts changes the key. */
function keyOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('hex');
}
