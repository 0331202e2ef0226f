import { createHash } from 'node:crypto';
import { renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder, makeFolder } from '@fencepost/c/folders';
import { readRegular } from '../files/regular.js';

const CHECKSUM_BYTES = 32;

/**
 * What V8 has compiled of a file, kept for the next thread that runs it for the same use. V8 compares little more than the
 * length of the text, so the file and Node are part of the checksum.
 */
export class KeptCode {
  private readonly path: string;
  private readonly identity: string;

  constructor(file: string, use: string) {
    this.path = join(cacheFolder(), 'code', `${basename(file)}-${use}`);
    const { mtimeMs, size } = statSync(file);
    this.identity = [process.version, process.arch, file, mtimeMs, size].join(' ');
  }

  /** Undefined: nothing is kept that fits. */
  read(): Buffer | undefined {
    try {
      const bytes = readRegular(this.path);
      if (bytes === undefined) return undefined;
      const data = bytes.subarray(CHECKSUM_BYTES);
      return this.checksum(data).equals(bytes.subarray(0, CHECKSUM_BYTES)) ? data : undefined;
    } catch {
      return undefined;
    }
  }

  write(data: Buffer): void {
    try {
      makeFolder(join(cacheFolder(), 'code'));
      // Others may read it, or write it, too.
      const own = `${this.path}.${process.pid}.tmp`;
      writeFileSync(own, Buffer.concat([this.checksum(data), data]));
      renameSync(own, this.path);
    } catch {
      // Then it is compiled again.
    }
  }

  private checksum(data: Buffer): Buffer {
    return createHash('sha256').update(this.identity).update(data).digest();
  }
}
