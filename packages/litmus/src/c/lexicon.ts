import type { Lexicon } from '../format/tokens.js';
import { LITMUS } from '../format/tokens.js';

/** Lexical grammar of C in tests: its own comments, and operators that the litmus format does not have. */
export const C: Lexicon = {
  words: /([A-Za-z_]\w*)|(0[xX][\da-fA-F]+|\d+)|(&&|\|\||==|!=|<=|>=|[{}()[\];,=+\-*&|^<>!~])/y,
  commentEnd: (source, offset) => {
    const { text } = source;
    if (text.startsWith('//', offset)) {
      const end = text.indexOf('\n', offset);
      return end < 0 ? text.length : end + 1;
    }
    if (!text.startsWith('/*', offset)) return undefined;
    const end = text.indexOf('*/', offset + 2);
    if (end < 0) throw source.syntaxError(offset, 'this comment is never closed', 'end it with */');
    return end + 2;
  },
};

/** The text around the threads of a C test, which may have comments of both kinds. */
export const AROUND_C: Lexicon = {
  words: LITMUS.words,
  commentEnd: (source, offset) => LITMUS.commentEnd(source, offset) ?? C.commentEnd(source, offset),
};
