import type { Version } from '../editor/api.js';

export function selectionIn({ selectionStart, selectionEnd }: HTMLTextAreaElement): Version['selection'] {
  return [selectionStart, selectionEnd];
}

export function selectLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}

/** Resolves when no text is being composed with an input method in the field. */
export async function endOfComposition(field: HTMLTextAreaElement): Promise<void> {
  if (field.dataset['composes'] === undefined) return;
  await new Promise((ended) => field.addEventListener('compositionend', ended, { once: true }));
}
