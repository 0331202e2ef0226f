import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';

/** The text of a litmus file. It converts offsets to sites, so every refusal names its place. */
export class Source {
  readonly file: string;
  readonly text: string;
  private readonly lineStarts: number[] = [0];

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) this.lineStarts.push(i + 1);
  }

  siteAt(offset: number): Site {
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { file: this.file, line: low + 1, column: offset - this.lineStarts[low]! + 1 };
  }

  /** Returns an error for a file that violates the litmus format. */
  syntaxError(offset: number, message: string, hint?: string): FencepostError {
    return new FencepostError('LITMUS_SYNTAX', message, { site: this.siteAt(offset), ...(hint && { hint }) });
  }

  /** Returns an error for a litmus file that uses something we do not model. */
  unsupported(offset: number, message: string, hint?: string): FencepostError {
    return new FencepostError('LITMUS_UNSUPPORTED', message, { site: this.siteAt(offset), ...(hint && { hint }) });
  }

  /** Returns the offset after the block `<< … >>` at `offset`: drawing commands for old tools. */
  skipCommands(offset: number): number {
    const end = this.text.indexOf('>>', offset);
    if (end < 0) throw this.syntaxError(offset, 'these commands are never closed', 'end them with >>');
    return end + 2;
  }

  /** The offset after the comment that starts at `offset`. As in OCaml, comments nest. */
  skipComment(offset: number): number {
    let depth = 0;
    for (let i = offset; i < this.text.length; i++) {
      if (this.text.startsWith('(*', i)) {
        depth++;
        i++;
      } else if (this.text.startsWith('*)', i)) {
        depth--;
        i++;
        if (depth === 0) return i + 1;
      }
    }
    throw this.syntaxError(offset, 'this comment is never closed', 'end it with *)');
  }
}
