import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface ReplayCommandProps {
  readonly line: string;
  readonly printed: boolean;
}

/** The command that shows the execution in a terminal. */
export function ReplayCommand({ line, printed }: ReplayCommandProps): VNode {
  const [copied, setCopied] = useState(false);
  const text = useRef<HTMLPreElement>(null);
  const copy = async (): Promise<void> => {
    // If the browser forbids copying, the reader can copy the selection.
    getSelection()?.selectAllChildren(text.current!);
    await navigator.clipboard.writeText(line);
    setCopied(true);
  };
  return (
    <section class="replay">
      <h4>Replay</h4>
      <div class="command">
        <pre ref={text} tabIndex={printed ? undefined : 0} aria-label="Command that shows this execution">
          {line}
        </pre>
        {!printed && (
          <button type="button" class="copy" onClick={() => void copy()} onBlur={() => setCopied(false)}>
            {copied ? 'Copied' : 'Copy'}
          </button>
        )}
      </div>
    </section>
  );
}
