import type { SourceLines } from '@fencepost/report';
import type { VNode } from 'preact';
import type { Row } from '../trace/row.js';

/** Lines shown before and after the relevant one. */
const AROUND = 3;

interface SourceFrameProps {
  readonly row: Row;
  readonly sources: SourceLines;
}

/** The lines around a step. */
export function SourceFrame({ row: { site, where, text }, sources }: SourceFrameProps): VNode {
  const lines = site === undefined ? [] : linesAround(sources[site.file], site.line);
  return (
    <section class="source" aria-label="Source">
      <h4>
        Source <span class="file">{site === undefined ? where : `${site.file}:${site.line}`}</span>
      </h4>
      {lines.length === 0 ? (
        <p class="empty">
          No source for <code>{text}</code>.
        </p>
      ) : (
        <pre tabIndex={0} aria-label={`Lines around line ${site!.line}`}>
          {lines.map(([number, line]) => (
            <span key={number} class={number === site!.line ? 'line here' : 'line'}>
              <span class="line-number">{number}</span>
              {line}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </section>
  );
}

function linesAround(file: Readonly<Record<number, string>> | undefined, line: number): [number, string][] {
  const lines: [number, string][] = [];
  for (let number = line - AROUND; number <= line + AROUND; number++) {
    const text = file?.[number];
    if (text !== undefined) lines.push([number, text]);
  }
  return lines;
}
