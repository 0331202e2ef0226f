import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './folders.js';

/** A file in the cache, as it was when it was written. */
export interface KeptFile {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

const OWN_FILE = /^[0-9a-f]{64}\.fencepost\.[0-9a-f]{12}\.file$/;

/** Results that other programs read as files. Each belongs to an entry of the cache, which names it. */
export class KeptFiles {
  constructor(
    private readonly folder: string,
    private readonly mostBytes: number,
  ) {}

  /** Writes a new file for the entry with this key; undefined if that is not possible. */
  async write(key: string, bytes: Uint8Array): Promise<KeptFile | undefined> {
    // Each has a name of its own. So if two processes make the same entry, both files are as their entries say.
    const path = join(this.folder, `${key}.fencepost.${randomBytes(6).toString('hex')}.file`);
    try {
      makeFolder(this.folder);
      const temporary = path.replace(/file$/, 'tmp');
      await writeFile(temporary, bytes);
      await rename(temporary, path);
      const { size, mtimeMs: modified } = await stat(path);
      await this.clean();
      return { path, size, modified };
    } catch {
      return undefined;
    }
  }

  /** Whether the file is as it was written. Its bytes are not read, which would take longer than using it. */
  async isIntact({ path, size, modified }: KeptFile): Promise<boolean> {
    try {
      const now = await stat(path);
      return now.isFile() && now.size === size && now.mtimeMs === modified;
    } catch {
      return false;
    }
  }

  /** Removes the files whose entries were not used for longest until the rest is small enough. */
  async clean(): Promise<void> {
    const names = (await readdir(this.folder)).filter((name) => OWN_FILE.test(name));
    const files = await Promise.all(names.map((name) => this.ageOf(name)));
    files.sort((a, b) => b.used - a.used);
    let total = 0;
    for (const { path, size } of files) {
      total += size;
      if (total > this.mostBytes) await rm(path, { force: true });
    }
  }

  private async ageOf(name: string): Promise<{ path: string; size: number; used: number }> {
    const path = join(this.folder, name);
    const entry = join(this.folder, name.slice(0, -'.123456789012.file'.length));
    const [own, its] = await Promise.all([path, entry].map((each) => stat(each).catch(() => undefined)));
    return { path, size: own?.size ?? 0, used: Math.max(own?.mtimeMs ?? 0, its?.mtimeMs ?? 0) };
  }
}
