import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** Called first. */
  readonly onCopy?: () => void;
}

export function CopyButton({ text, label, onCopy }: CopyButtonProps): VNode {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    onCopy?.();
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <button type="button" class="copy" onClick={() => void copy()} onBlur={() => setCopied(false)}>
      {copied ? 'Copied' : label}
    </button>
  );
}
