import { cppLanguage } from '@codemirror/lang-cpp';
import { javascript } from '@codemirror/lang-javascript';
import type { StreamParser } from '@codemirror/language';
import { StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { isCxx, isWrittenIn } from '@fencepost/core';

/** Highlights litmus tests of all dialects, as far as readers need the distinction. */
const LITMUS: StreamParser<{ isInComment: boolean }> = {
  name: 'litmus',
  startState: () => ({ isInComment: false }),
  token: (stream, state) => {
    if (state.isInComment || stream.match('(*')) {
      state.isInComment = !stream.match(/^.*?\*\)/);
      if (state.isInComment) stream.skipToEnd();
      return 'comment';
    }
    if (stream.match(/^(?:exists|forall|locations|filter)\b|^~exists\b/)) return 'keyword';
    if (stream.match(/^P\d+(?!\w)/)) return 'typeName';
    if (stream.match(/^%?\b[A-Za-z_]\w*/)) return 'variableName';
    if (stream.match(/^[#$]?-?\b(?:0x[\da-f]+|\d+)\b/i)) return 'number';
    if (stream.match(/^"[^"]*"/)) return 'string';
    stream.next();
    return null;
  },
};

const litmus = StreamLanguage.define(LITMUS);

/** Returns the highlighting for a file name; empty for unknown extensions. */
export function languageOf(file: string): Extension {
  const extension = /\.[^.]*$/.exec(file)?.[0] ?? '';
  if (isWrittenIn(file, ['litmus'])) return litmus;
  if (isWrittenIn(file, ['C', 'C++']) || isCxx(file) || extension === '.h') return cppLanguage;
  const [isScript, isTyped, isJsx] = [/^\.[cm]?[jt]sx?$/, /^\.[cm]?ts/, /x$/].map((form) => form.test(extension));
  return isScript === true ? javascript({ typescript: isTyped === true, jsx: isJsx === true }).language : [];
}
