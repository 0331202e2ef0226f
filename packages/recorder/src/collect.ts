import type { Site } from '@fencepost/core';
import type { RecordingEnd, RecordingHeader, Region, Unhooked } from '@fencepost/recording';
import {
  END,
  EVENTS,
  HEADER,
  PLACES,
  REGIONS,
  SEGMENT,
  SITES,
  SPAWN_EVENT,
  SiteTable,
  recordedThreadName,
} from '@fencepost/recording';
import { lastEnd, limitedEnd, lostEnd } from './lost-end.js';
import type { LoadedModule } from './modules.js';
import { MODULES, loadedModules, variablesOf } from './modules.js';
import { STANDARD_OUTPUT } from './outputs.js';
import { RecordingWriter } from './recording-writer.js';
import { Ring, stepsIn } from './ring.js';
import { RUNTIME_VERSION, otherRuntime } from './runtime-version.js';
import { symbolise } from './symbolise.js';
import type { UsedSite } from './unhooked/find-unhooked.js';
import { findUnhooked } from './unhooked/find-unhooked.js';
import type { Mappings } from './unhooked/mappings.js';
import { MAPPINGS, NOTED_BLOCK, joined, mappingsIn } from './unhooked/mappings.js';

/** Fields of the header that the runtime does not provide. */
export type GivenHeader = Omit<RecordingHeader, 'version' | 'program' | 'tellsTries'>;

/** A recording that was written. */
export interface Collected {
  readonly file: string;
  readonly program: string;
  readonly bytes: number;
  readonly end: RecordingEnd;
}

/**
 * A wait in a deadlock: the thread, what it waits for, the holder (the thread itself if there is none), and its site.
 */
type Wait = readonly [thread: number, what: string, holder: number, site: number];

/** How much of a run is kept. */
export interface KeptPart {
  /** The first operations only: so many. */
  readonly limit?: number | undefined;
  /** The last operations only: so many. */
  readonly ring?: number | undefined;
}

const HEAD = 5;

/**
 * A block of the stream that recordings do not contain: a thread runs without hooks (8 bytes: the thread, and its last
 * site). native/stream.c has the same number.
 */
const RUNS_UNHOOKED = 9;
/** The answer to `SNAPSHOT_REQUEST`: everything so far was sent. */
const SNAPSHOT = 12;
export const SNAPSHOT_REQUEST: Uint8Array = Uint8Array.of(1);

/** Receives the data of a process, compresses it, and writes its recording. */
export class Collector {
  /** Bytes received of an incomplete block, and the number of bytes needed to continue. */
  private chunks: Buffer[] = [];
  private length = 0;
  private wanted = HEAD;
  /** The file; opened at the end if only the last part is kept. */
  private readonly output: RecordingWriter | undefined;
  private readonly ring: Ring | undefined;
  private header: RecordingHeader | undefined;
  private readonly sites = new SiteTable();
  /** Source positions as received; native code does not send them. */
  private readonly places: (Site | null)[] = [];
  private readonly regions: Region[] = [];
  private readonly modules: LoadedModule[] = [];
  private program = '';
  private end: RecordingEnd | undefined;
  private waits: readonly Wait[] = [];
  private mappings: Mappings | undefined;
  private readonly notes: string[] = [];
  /** Mechanisms that order threads, and are not recorded. */
  private readonly noted: string[] = [];
  /** Number of steps that may still be recorded. */
  private left: number;

  constructor(
    private readonly file: string,
    private readonly given: GivenHeader,
    /** Receives messages for the user while the program runs. */
    private readonly say: (text: string) => void = () => undefined,
    { limit = Infinity, ring }: KeptPart = {},
    /** Called when the process has sent everything that it was asked for. */
    private readonly onSnapshot: () => void = () => undefined,
  ) {
    this.left = limit;
    if (ring === undefined) this.output = new RecordingWriter(file);
    else this.ring = new Ring(ring);
  }

  take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length < this.wanted) return;
    let rest = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks, this.length);
    for (this.wanted = HEAD; rest.length >= this.wanted; this.wanted = HEAD) {
      this.wanted += rest.readUInt32LE(1);
      if (rest.length < this.wanted) break;
      this.block(rest[0]!, rest.subarray(HEAD, this.wanted));
      rest = rest.subarray(this.wanted);
    }
    this.chunks = [rest];
    this.length = rest.length;
  }

  /**
   * Called when the process sends no more. If it has not reported its end, it was killed, or has become another
   * program.
   */
  finish(): Collected {
    return this.complete(this.output ?? this.kept(this.file), this.file, false);
  }

  /** Writes the part that is kept now to a file, while the process runs. */
  snapshot(file: string): Collected {
    return this.complete(this.kept(file), file, true);
  }

  /** Begins a file with the last part of the run. */
  private kept(file: string): RecordingWriter {
    const writer = new RecordingWriter(file);
    if (this.header !== undefined) writer.json(HEADER, this.header);
    this.ring!.write(writer);
    return writer;
  }

  private complete(writer: RecordingWriter, file: string, isRunning: boolean): Collected {
    const places = this.places.length > 0 ? this.places : symbolise(this.sites.sites);
    const unhooked =
      this.mappings === undefined ? undefined : findUnhooked(this.usedSites(), this.mappings, this.noted);
    const { notes = [], ...told } = this.endOf(file === STANDARD_OUTPUT ? undefined : file, isRunning);
    const all = [
      ...notes,
      ...this.waits.map((wait) => waitText(wait, places)),
      ...this.notes,
      ...notesOn(this.mappings, unhooked),
    ];
    const end: RecordingEnd = {
      ...told,
      ...(all.length > 0 ? { notes: all } : {}),
      ...(unhooked === undefined ? {} : { unhooked }),
    };
    writer.json(PLACES, places);
    const regions = this.regions.length > 0 ? this.regions : this.modules.flatMap(variablesOf);
    if (regions.length > 0) writer.json(REGIONS, regions);
    writer.json(END, end);
    writer.close();
    return { file, program: this.program, bytes: writer.bytes, end };
  }

  private block(type: number, bytes: Buffer): void {
    if (type === HEADER) {
      this.program = bytes.toString('utf8', 8);
      if (bytes.readUInt32LE(0) !== RUNTIME_VERSION) throw otherRuntime(this.program);
      this.header = { version: 1, program: this.program, tellsTries: true, ...this.given };
      this.output?.json(HEADER, this.header);
    } else if (type === END) {
      const { waits = [], ...end } = JSON.parse(bytes.toString('utf8')) as RecordingEnd & { waits?: readonly Wait[] };
      this.waits = waits;
      this.end = end;
    } else if (type === PLACES) {
      this.places.push(...(JSON.parse(bytes.toString('utf8')) as Site[]));
    } else if (type === REGIONS) {
      this.regions.push(...(JSON.parse(bytes.toString('utf8')) as Region[]));
    } else if (type === MODULES) {
      this.modules.push(...loadedModules(bytes));
    } else if (type === MAPPINGS) {
      this.mappings = joined(this.mappings, mappingsIn(bytes.toString('utf8')));
    } else if (type === NOTED_BLOCK) {
      this.noted.push(bytes.toString('utf8'));
    } else if (type === RUNS_UNHOOKED) {
      this.runsUnhooked(bytes.readUInt32LE(0), bytes.readUInt32LE(4));
    } else if (type === SNAPSHOT) {
      this.onSnapshot();
    } else if ((type === SITES || type === EVENTS || type === SEGMENT) && this.left > 0) {
      if (type === SITES) this.sites.define(bytes);
      else if (this.left < Infinity) this.left -= stepsIn(bytes);
      if (this.ring !== undefined) this.ring.add(type, bytes);
      else this.output!.block(type, bytes);
    }
  }

  private endOf(file: string | undefined, isRunning: boolean): RecordingEnd {
    if (isRunning || this.ring?.isPart === true) return lastEnd(file, isRunning, this.end, this.ring!.isPart);
    if (this.left <= 0) return limitedEnd(file, this.end ?? {});
    return this.end ?? lostEnd(file);
  }

  private usedSites(): UsedSite[] {
    return this.sites.sites.map((site, i) => ({ ...site, starts: this.sites.kinds[i] === SPAWN_EVENT }));
  }

  /** Notes that a thread runs without hooks during its turn, while others wait. */
  private runsUnhooked(thread: number, site: number): void {
    const [place] = symbolise(this.sites.sites.slice(site, site + 1));
    const after = place === null || place === undefined ? '' : `, after ${place.file}:${place.line}`;
    const text = `${recordedThreadName(thread)} ran for seconds in uninstrumented code${after}: from then on, other threads run in parallel`;
    this.notes.push(text);
    this.say(text);
  }
}

function notesOn(mappings: Mappings | undefined, unhooked: Unhooked | undefined): string[] {
  const shared = [...(mappings?.shared ?? [])];
  return [
    ...(unhooked === undefined ? [] : [`uninstrumented synchronisation is not recorded: ${unhooked.what.join(', ')}`]),
    ...(shared.length === 0
      ? []
      : [`memory may be shared with other processes (${shared.join(', ')}): their accesses are not recorded`]),
  ];
}

function waitText([thread, what, holder, site]: Wait, places: readonly (Site | null)[]): string {
  const place = places[site];
  const held = holder === thread ? '' : `, which ${recordedThreadName(holder)} holds`;
  return `${recordedThreadName(thread)} waits for ${what}${held}${place === null || place === undefined ? '' : ` (${place.file}:${place.line})`}`;
}
