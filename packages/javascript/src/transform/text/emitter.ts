/**
 * Writes the instrumented text during a single walk over the syntax tree in source order, and copies text that is not
 * replaced. Since a node writes its prefix before its children are visited and its suffix after them, insertions at the
 * same offset nest. Offsets must not decrease from call to call.
 */
export interface Emitter {
  /** Writes text before the source at an offset; separates it from a word that ends there (`return(a)[0]`). */
  insertBefore(offset: number, text: string): void;
  /** Writes text after the source that ends at an offset. */
  insertAfter(offset: number, text: string): void;
  /** Replaces the source between two offsets; line breaks of the source are kept. */
  replace(start: number, end: number, text: string): void;
  /** Returns the offset up to which the source has been copied or replaced. */
  position(): number;
  /** Copies the source up to an offset if necessary; returns the length of the output. */
  reach(offset: number): number;
  finish(): Emitted;
}

/** A part of the output: text that was copied from an offset of the source, or inserted there. */
export interface Piece {
  readonly text: string;
  readonly origin: number;
  readonly isCopied: boolean;
}

/** The output, and its origin in the source. */
export interface Emitted {
  readonly text: string;
  readonly pieces: () => readonly Piece[];
  /** Returns the source offset for an offset of the text; for inserted text, the offset of its insertion. */
  sourceOffset(offset: number): number;
}

/** Creates an empty emitter. */
export function createEmitter(source: string): Emitter {
  const pieces: string[] = [];
  /** For each piece the source offset it was copied from, or ~offset for inserted text. */
  const origins: number[] = [];
  let position = 0;
  let length = 0;

  const add = (piece: string, origin: number): void => {
    pieces.push(piece);
    origins.push(origin);
    length += piece.length;
  };

  const copyTo = (offset: number): void => {
    if (offset === position) return;
    if (offset < position) throw new Error(`emitted out of order: ${offset} after ${position}`);
    add(source.slice(position, offset), position);
    position = offset;
  };

  const write = (text: string): void => add(text, ~position);

  return {
    insertBefore(offset, text) {
      copyTo(offset);
      write(offset > 0 && isWordCharacter(source.charCodeAt(offset - 1)) ? ` ${text}` : text);
    },
    insertAfter(offset, text) {
      copyTo(offset);
      write(text);
    },
    replace(start, end, text) {
      copyTo(start);
      write(text + lineBreaks(source, start, end));
      position = end;
    },
    position: () => position,
    reach(offset) {
      if (offset > position) copyTo(offset);
      return length;
    },
    finish() {
      copyTo(source.length);
      return {
        text: pieces.join(''),
        pieces: () => pieces.map((text, i) => pieceOf(text, origins[i]!)),
        sourceOffset: (offset) => sourceOffset(pieces, origins, offset),
      };
    },
  };
}

function pieceOf(text: string, origin: number): Piece {
  return { text, origin: origin < 0 ? ~origin : origin, isCopied: origin >= 0 };
}

function sourceOffset(pieces: readonly string[], origins: readonly number[], offset: number): number {
  let start = 0;
  for (let i = 0; i < pieces.length; i++) {
    const { length } = pieces[i]!;
    const origin = origins[i]!;
    if (offset < start + length) return origin < 0 ? ~origin : origin + offset - start;
    start += length;
  }
  const last = origins.at(-1) ?? 0;
  return last < 0 ? ~last : last + (pieces.at(-1)?.length ?? 0);
}

function lineBreaks(source: string, start: number, end: number): string {
  let breaks = '';
  for (let i = start; i < end; i++) if (source.charCodeAt(i) === 10) breaks += '\n';
  return breaks;
}

/**
 * Letters, digits, `_`, `$` and everything beyond ASCII (including quotation marks: a superfluous space is harmless).
 */
function isWordCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code > 127
  );
}
