import { renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { cacheFolder, makeFolder } from '@fencepost/c/folders';
import { readRegular } from '../files/regular.js';
import { givenOptions } from './v8-effort.js';

/** Two words follow the code: its milliseconds, and a checksum. */
const WORD = 4;

/** Code that V8 compiled for a check of so many milliseconds of CPU time. */
export interface KeptCode {
  readonly data: Buffer;
  readonly milliseconds: number;
}

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
  read(): KeptCode | undefined {
    try {
      const bytes = readRegular(this.path);
      if (bytes === undefined || bytes.length < 2 * WORD) return undefined;
      const kept = bytes.subarray(0, -WORD);
      if (bytes.readUInt32LE(kept.length) !== this.checksum(kept)) return undefined;
      return { data: kept.subarray(0, -WORD), milliseconds: kept.readUInt32LE(kept.length - WORD) };
    } catch {
      return undefined;
    }
  }

  write({ data, milliseconds }: KeptCode): void {
    try {
      makeFolder(join(cacheFolder(), 'code'));
      const kept = Buffer.concat([data, Buffer.alloc(WORD)]);
      kept.writeUInt32LE(milliseconds, data.length);
      const end = Buffer.alloc(WORD);
      end.writeUInt32LE(this.checksum(kept));
      // Written to a temporary file first: other processes may read or write the cache at the same time.
      const own = `${this.path}.${process.pid}.tmp`;
      writeFileSync(own, Buffer.concat([kept, end]));
      renameSync(own, this.path);
    } catch {
      // Then the code is compiled again.
    }
  }

  private checksum(data: Buffer): number {
    return crc32(data, crc32(this.identity));
  }
}
