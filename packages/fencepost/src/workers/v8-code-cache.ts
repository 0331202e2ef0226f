import { renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { cacheFolder, makeFolder } from '@fencepost/c/folders';
import { readRegular } from '../files/regular.js';
import { givenOptions } from './v8-effort.js';

const CHECKSUM_BYTES = 4;

/**
 * V8's code cache of a file, for the next thread that runs it for the same purpose. V8 itself compares little more than
 * the length of the text, so the checksum includes the file and the version of Node. A CRC detects damage as well as
 * SHA-256 does, in a seventh of the time.
 */
export class V8CodeCache {
  private readonly path: string;
  private readonly identity: string;

  constructor(file: string, use: string) {
    // V8 refuses code that was kept with other options, so each set of options has its own file.
    const options = givenOptions();
    const suffix = options.length === 0 ? '' : `-${crc32(options.join(' ')).toString(16)}`;
    this.path = join(cacheFolder(), 'code', `${basename(file)}-${use}${suffix}`);
    const { mtimeMs, size } = statSync(file);
    this.identity = [process.version, process.arch, file, mtimeMs, size, ...options].join(' ');
  }

  /** Returns undefined if there is no valid cache. */
  read(): Buffer | undefined {
    try {
      const bytes = readRegular(this.path);
      if (bytes === undefined || bytes.length < CHECKSUM_BYTES) return undefined;
      const data = bytes.subarray(0, -CHECKSUM_BYTES);
      return this.checksum(data).equals(bytes.subarray(-CHECKSUM_BYTES)) ? data : undefined;
    } catch {
      return undefined;
    }
  }

  write(data: Buffer): void {
    try {
      makeFolder(join(cacheFolder(), 'code'));
      // Written to a temporary file first: other processes may read or write the cache at the same time.
      const own = `${this.path}.${process.pid}.tmp`;
      writeFileSync(own, Buffer.concat([data, this.checksum(data)]));
      renameSync(own, this.path);
    } catch {
      // Then the code is compiled again.
    }
  }

  private checksum(data: Buffer): Buffer {
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeUInt32LE(crc32(data, crc32(this.identity)));
    return checksum;
  }
}
