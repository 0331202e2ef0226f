import { grown } from '@fencepost/core';

/**
 * A frame is a point at which the search has a choice: the graph at that point, and the choices left to try. The graph
 * is not in the frame: undoing the trail down to `TRAIL` restores it. (`Cuts` holds the events that a revisit deleted.)
 */
export const KIND = 0;
/** Thread of the operation to add. */
export const THREAD = 1;
/** Next write to read from (READ, ATOMIC), or to be placed after (WRITE, REVISIT); NONE if none is left. */
export const WRITE_CURSOR = 2;
/** Next read to revisit; NONE if none is left; UNTRIED if not computed yet. */
export const READ_CURSOR = 3;
export const TRAIL = 4;
/** For PART, or REVISIT by a part: the pending atomic. For REVISIT by an atomic: the write it reads. */
export const EVENT = 5;
/** For REVISIT: the thread of the revisited read, and its stamp. */
export const READER = 6;
export const STAMP = 7;
export const FRAME_WORDS = 8;

export const UNTRIED = -2;

// Kinds of frames.
/** A load. */
export const READ = 0;
/** A store: its placements, then its revisits. */
export const WRITE = 1;
/** A read-modify-write: for each source, itself, then its revisits. */
export const ATOMIC = 2;
/** The write part of an atomic whose read part was revisited: itself, then its revisits. */
export const PART = 3;
/** A revisit by a store, an atomic, or a part: its placements in the graph cut down. */
export const REVISIT_BY_WRITE = 4;
export const REVISIT_BY_ATOMIC = 5;
export const REVISIT_BY_PART = 6;

/** The stack of frames. */
export class Frames {
  words = new Int32Array(64 * FRAME_WORDS);
  /** Offset of the top frame; negative if there is none. */
  top = -FRAME_WORDS;

  push(kind: number, thread: number, writeCursor: number, readCursor: number, trail: number): void {
    this.top += FRAME_WORDS;
    if (this.top + FRAME_WORDS > this.words.length) this.words = grown(this.words, this.top + FRAME_WORDS);
    const { words, top } = this;
    words[top + KIND] = kind;
    words[top + THREAD] = thread;
    words[top + WRITE_CURSOR] = writeCursor;
    words[top + READ_CURSOR] = readCursor;
    words[top + TRAIL] = trail;
  }

  pop(): void {
    this.top -= FRAME_WORDS;
  }
}
