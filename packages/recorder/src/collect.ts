import { closeSync, openSync, writeSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Site } from '@fencepost/core';
import type { RecordingEnd, RecordingHeader, Region } from '@fencepost/recording';
import {
  END,
  EVENTS,
  HEADER,
  MAGIC,
  MOST_BLOCK_BYTES,
  PLACES,
  REGIONS,
  SITES,
  SiteTable,
  blockBytes,
} from '@fencepost/recording';
import { symbolise } from './symbolise.js';

/** What the runtime does not know. */
export type GivenHeader = Omit<RecordingHeader, 'version' | 'program'>;

/** A recording that was written. */
export interface Collected {
  readonly file: string;
  readonly program: string;
  readonly bytes: number;
  readonly end: RecordingEnd;
}

const HEAD = 5;

/** Takes what a process sends, compresses it, and writes its recording. */
export class Collector {
  private rest: Buffer = Buffer.alloc(0);
  private readonly output: number;
  private readonly sites = new SiteTable();
  /** As they were sent; native code does not know them. */
  private readonly places: (Site | null)[] = [];
  private readonly regions: Region[] = [];
  private bytes = 0;
  private program = '';
  private end: RecordingEnd | undefined;

  constructor(
    private readonly file: string,
    private readonly given: GivenHeader,
  ) {
    this.output = openSync(file, 'w');
    this.write(MAGIC);
  }

  take(chunk: Buffer): void {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let at = 0;
    while (this.rest.length - at >= HEAD) {
      const length = this.rest.readUInt32LE(at + 1);
      if (this.rest.length - at - HEAD < length) break;
      this.block(this.rest[at]!, this.rest.subarray(at + HEAD, at + HEAD + length));
      at += HEAD + length;
    }
    this.rest = this.rest.subarray(at);
  }

  /** The process sends no more. If it has not said how it ended, it was killed, or has become another program. */
  finish(): Collected {
    const end: RecordingEnd = this.end ?? { reason: 'lost', operations: 0, threads: 0 };
    this.json(PLACES, this.places.length > 0 ? this.places : symbolise(this.sites.sites));
    if (this.regions.length > 0) this.json(REGIONS, this.regions);
    this.json(END, end);
    closeSync(this.output);
    return { file: this.file, program: this.program, bytes: this.bytes, end };
  }

  private block(type: number, bytes: Buffer): void {
    if (type === HEADER) {
      this.program = bytes.toString('utf8', 8);
      const header: RecordingHeader = { version: 1, program: this.program, ...this.given };
      this.json(HEADER, header);
    } else if (type === END) {
      this.end = JSON.parse(bytes.toString('utf8')) as RecordingEnd;
    } else if (type === PLACES) {
      this.places.push(...(JSON.parse(bytes.toString('utf8')) as Site[]));
    } else if (type === REGIONS) {
      this.regions.push(...(JSON.parse(bytes.toString('utf8')) as Region[]));
    } else if (type === SITES || type === EVENTS) {
      if (type === SITES) this.sites.define(bytes);
      if (bytes.length <= MOST_BLOCK_BYTES) this.write(blockBytes(type, bytes, deflate));
    }
  }

  private json(type: number, value: unknown): void {
    this.write(blockBytes(type, Buffer.from(JSON.stringify(value)), deflate));
  }

  private write(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    for (let at = 0; at < bytes.length;) at += writeSync(this.output, bytes, at);
  }
}

function deflate(bytes: Uint8Array): Uint8Array {
  return deflateRawSync(bytes, { level: 1 });
}
