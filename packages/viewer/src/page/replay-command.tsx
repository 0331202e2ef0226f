import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { CopyButton } from './copy-button.js';

interface ReplayCommandProps {
  readonly line: string;
  readonly printed: boolean;
}

/** The command that shows the execution in a terminal. */
export function ReplayCommand({ line, printed }: ReplayCommandProps): VNode {
  const text = useRef<HTMLPreElement>(null);
  // If the browser forbids copying, the reader can copy the selection.
  const select = (): void => getSelection()?.selectAllChildren(text.current!);
  return (
    <section class="replay">
      <h4>Replay</h4>
      <div class="command">
        <pre ref={text} tabIndex={printed ? undefined : 0} aria-label="Command that shows this execution">
          {line}
        </pre>
        {!printed && <CopyButton text={line} label="Copy" onCopy={select} />}
      </div>
    </section>
  );
}
