import { EVENTS, EVENTS_HEAD, SEGMENT, SITES } from '@fencepost/recording';
import type { RecordingWriter } from './recording-writer.js';

/** Segments that a full ring has, so that dropping one leaves the operations that were asked for. */
const SEGMENTS = 4;
/** A segment begins with the values of all memory that it uses: it should not be short. */
const LEAST_STEPS = 1024;

/** Returns the number of steps in each segment of a ring that keeps so many. */
export function segmentSteps(kept: number): number {
  return Math.max(LEAST_STEPS, Math.ceil(kept / SEGMENTS));
}

/** Blocks of events that can be read without those before them, except for definitions. */
interface Segment {
  readonly blocks: { readonly type: number; readonly bytes: Buffer }[];
  steps: number;
}

/** The last part of a run, in memory: at least so many steps, and at most one segment more. */
export class Ring {
  /** Whether the first part of the run was dropped. */
  isPart = false;
  private readonly definitions: Buffer[] = [];
  private segments: Segment[] = [{ blocks: [], steps: 0 }];

  constructor(private readonly kept: number) {}

  /** Takes a block of events or definitions, or the beginning of a segment. */
  add(type: number, bytes: Buffer): void {
    // The bytes are part of what was received at once, which may be large.
    const own = Buffer.from(bytes);
    if (type === SITES) {
      this.definitions.push(own);
      return;
    }
    if (type === SEGMENT) {
      this.dropOld();
      this.segments.push({ blocks: [], steps: 0 });
    }
    const last = this.segments.at(-1)!;
    last.blocks.push({ type, bytes: own });
    if (type === EVENTS) last.steps += stepsIn(own);
  }

  write(writer: RecordingWriter): void {
    for (const bytes of this.definitions) writer.block(SITES, bytes);
    for (const { blocks } of this.segments) for (const { type, bytes } of blocks) writer.block(type, bytes);
  }

  /** Drops segments that are not needed for the number of steps. */
  private dropOld(): void {
    const steps = (segments: readonly Segment[]): number => segments.reduce((sum, each) => sum + each.steps, 0);
    while (this.segments.length > 1 && steps(this.segments.slice(1)) >= this.kept) {
      this.segments = this.segments.slice(1);
      this.isPart = true;
    }
  }
}

/** Returns the number of steps in a block: its first column has one number for each, whose last byte is below 128. */
export function stepsIn(block: Buffer): number {
  const end = EVENTS_HEAD + block.readUInt32LE(8);
  let steps = 0;
  for (let at = EVENTS_HEAD; at < end; at++) if (block[at]! < 0x80) steps++;
  return steps;
}
