import type { Edit } from './editor.js';
import { lineEndOf } from './editor.js';

const DIRECTIVE = /^[ \t]*#[ \t]*(include|if|ifdef|ifndef|endif)\b([^\n]*)(?:\n|$)/gm;

/**
 * Returns the edit that adds the include for a fence; undefined if it exists. Inserts it after the last unconditional
 * include, or at the start.
 */
export function includeFor(text: string, isCxx: boolean): Edit | undefined {
  const header = isCxx ? '<atomic>' : '<stdatomic.h>';
  const isGuarded = /^\s*(?:\/\*[\s\S]*?\*\/\s*|\/\/[^\n]*\n\s*)*#[ \t]*ifndef\b/.test(text);
  let depth = isGuarded ? -1 : 0;
  let at = 0;
  for (const match of text.matchAll(DIRECTIVE)) {
    const [directive, word, rest = ''] = match;
    if (word === 'endif') depth--;
    else if (word !== 'include') depth++;
    else if (depth === 0) {
      if (rest.trim().startsWith(header)) return undefined;
      at = match.index + directive.length;
    }
  }
  const end = lineEndOf(text);
  const isOpen = at > 0 && text[at - 1] !== '\n';
  return { start: at, end: at, text: `${isOpen ? end : ''}#include ${header}${end}` };
}
