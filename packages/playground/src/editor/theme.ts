import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Uses the colours of the page, light and dark. */
const HIGHLIGHTING = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--relaxed)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--muted)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--safe)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--unknown)' },
  { tag: [tags.typeName, tags.className], color: 'var(--thread-4)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--accent)' },
]);

const THEME = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': {
    color: 'var(--muted)',
    backgroundColor: 'var(--sunken)',
    borderRight: '1px solid var(--line)',
  },
  // Gutters that have nothing to show take no room.
  '.cm-gutter-lint:not(:has(.cm-lint-marker)), .cm-steps:not(:has(span))': { display: 'none !important' },
  '.cm-line.cm-step': { backgroundColor: 'var(--cursor)' },
  '.cm-steps': { color: 'var(--failing)', fontWeight: 'bold', padding: '0 0 0 6px' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--relaxed-ground)', outline: '1px solid var(--relaxed)' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--failing)', backgroundImage: 'none' },
  '.cm-lintRange-warning': { textDecoration: 'underline wavy var(--unknown)', backgroundImage: 'none' },
  '.cm-lintRange-info': { textDecoration: 'underline dotted var(--muted)', backgroundImage: 'none' },
  '.cm-lintRange-active': { backgroundColor: 'var(--unknown-ground)' },
  '.cm-diagnostic': { fontFamily: 'var(--mono)', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--failing)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--unknown)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--muted)' },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--strong-line)',
  },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { backgroundColor: 'var(--unknown-ground)' },
  '.cm-panel.cm-panel-lint ul:focus [aria-selected]': { color: 'inherit', backgroundColor: 'var(--unknown-ground)' },
  '.cm-textfield, .cm-button': {
    color: 'inherit',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    border: '1px solid var(--strong-line)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--unknown-ground)', outline: '1px solid var(--unknown)' },
});

export const theme: Extension = [THEME, syntaxHighlighting(HIGHLIGHTING)];
