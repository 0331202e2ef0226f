import type { RecordedEvents } from '../events.js';
import { Damaged, badRecording } from './bad-recording.js';
import type { Block, Decompress } from './blocks.js';
import { blocksOf } from './blocks.js';
import { CheckedEvents } from './checked-events.js';
import { EventDecoder, threadsIn } from './decode-events.js';
import type { RecordingEnd, RecordingHeader } from './layout.js';
import { END, EVENTS, HEADER, PLACES, REGIONS, SEGMENT, SITES } from './layout.js';
import type { Memory } from './memory.js';
import { Partition } from './partition.js';
import { RegionNames } from './region-names.js';
import { SiteTable } from './site-table.js';
import { decodeText } from './text.js';

/** Access to a file. */
export interface RecordingSource {
  /** Returns its bytes from the beginning, in chunks. The file is read once to open it, and once to feed events. */
  readonly open: () => Iterable<Uint8Array>;
  readonly decompress: Decompress;
  /** Whether to use the intact first part of a damaged file. */
  readonly partial?: boolean;
}

/** A recording in binary form. Memory usage depends on the number of its places, not on that of its events. */
export interface OpenRecording {
  readonly header: RecordingHeader;
  readonly end: RecordingEnd;
  readonly sites: SiteTable;
  readonly names: RegionNames;
  /** Threads 0 to roots - 1 may exist from the start. */
  readonly roots: number;
  /** Description of the damage, if the file is damaged. */
  readonly damage: string | undefined;
  /** Checks the recording, and reports its events. */
  feed(events: RecordedEvents): FedRecording;
}

/** Result of feeding a recording. */
export interface FedRecording {
  readonly operations: number;
  readonly threads: number;
  /** Contains the address and the size of each place. */
  readonly memory: Memory;
}

/** Reads the recording once, to find the positions of sites and the division of memory into places. */
export function openRecording(source: RecordingSource): OpenRecording {
  const sites = new SiteTable();
  const names = new RegionNames();
  const partition = new Partition(sites);
  const decoder = new EventDecoder(sites, partition.words);
  let header: RecordingHeader | undefined;
  let roots: number | undefined;
  let end: RecordingEnd = { reason: 'lost', operations: 0, threads: 0 };
  const damage = overBlocks(source, ({ type, bytes }) => {
    if (type === HEADER) header = headerIn(jsonIn(bytes));
    else if (type === SITES) sites.define(bytes);
    else if (type === EVENTS) {
      roots ??= 1;
      decoder.block(bytes, partition);
    } else if (type === SEGMENT) {
      roots ??= 1 + threadsIn(bytes).reduce((most, thread) => Math.max(most, thread), 0);
      decoder.segment(bytes, partition);
    } else if (type === PLACES) sites.locate(jsonIn(bytes));
    else if (type === REGIONS) names.read(jsonIn(bytes));
    else if (type === END) end = endIn(jsonIn(bytes));
    else throw badRecording(`the recording has a block of type ${type}, which is unknown`);
  });
  if (header === undefined) throw badRecording('the recording has no header');
  return {
    ...{ header, end, sites, names, damage, roots: roots ?? 1 },
    feed: (events) => feed(source, sites, partition, end, events),
  };
}

function feed(
  source: RecordingSource,
  sites: SiteTable,
  partition: Partition,
  end: RecordingEnd,
  events: RecordedEvents,
): FedRecording {
  const decoder = new EventDecoder(sites, partition.words);
  const checked = new CheckedEvents(sites, decoder, events, partition);
  overBlocks(source, ({ type, bytes }) => {
    if (type === EVENTS) decoder.block(bytes, checked);
    else if (type === SEGMENT) decoder.segment(bytes, checked);
  });
  const { operations, threads, memory } = checked;
  // A signal may arrive between an event and its counting.
  const isExact = end.reason !== 'lost' && end.reason !== 'limit' && end.reason !== 'signal';
  if (isExact && end.operations !== operations) {
    throw badRecording(`the recording has ${operations} operations; its last block states ${end.operations}`);
  }
  return { operations, threads, memory };
}

/** Reads all blocks. Returns a description of the damage if damage is acceptable. */
function overBlocks(
  { open, decompress, partial = false }: RecordingSource,
  use: (block: Block) => void,
): string | undefined {
  try {
    for (const block of blocksOf(open(), decompress)) use(block);
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    if (partial) return error.what;
    throw badRecording(`the recording is damaged: ${error.what}`, { hint: '--partial uses the part before it' });
  }
  return undefined;
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeText(bytes)) as unknown;
  } catch {
    throw badRecording('a block of the recording is not JSON');
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function headerIn(value: unknown): RecordingHeader {
  const { version, program } = fieldsOf(value);
  if (version !== 1 || typeof program !== 'string') throw badRecording('the header of the recording is wrong');
  return value as RecordingHeader;
}

function endIn(value: unknown): RecordingEnd {
  const { reason, operations, threads, unhooked } = fieldsOf(value);
  const isCounted = Number.isSafeInteger(operations) && Number.isSafeInteger(threads);
  if (typeof reason !== 'string' || !isCounted || !(unhooked === undefined || isUnhooked(unhooked))) {
    throw badRecording('the end of the recording is wrong');
  }
  return value as RecordingEnd;
}

function isUnhooked(value: unknown): boolean {
  const { what, sites } = fieldsOf(value);
  const isList = (list: unknown, isEach: (each: unknown) => boolean): boolean =>
    Array.isArray(list) && list.every(isEach);
  return isList(what, (each) => typeof each === 'string') && (sites === 'all' || isList(sites, Number.isSafeInteger));
}
