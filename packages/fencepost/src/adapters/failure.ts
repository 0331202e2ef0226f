import type { CheckAnswer } from './protocol.js';
import { REPORT_VARIABLE } from './protocol.js';
import { refusal } from './refusal.js';

/** Ends the colour in which a runner prints the message of an error. Runners replace the code for the default colour. */
const RESET = '\u001b[0m';

/**
 * Returns the error for a check that does not pass. Runners show its message, and the code at its first stack frame: the
 * line that fails. The next frame is the call of `check`, from the stack of `place`. `isPainted`: the runner prints the
 * message of an error in red, of which only the first line stays red.
 */
export function failureOf({ text, brief, site }: CheckAnswer, place: Error, isPainted: boolean): Error {
  // Jest treats a line that begins like a stack frame as the end of the message.
  const shown = (isFull() ? text.trimEnd() : brief).replaceAll(/^( *)at (?=\S+:\d)/gm, '$1@ ');
  const error = new Error(isPainted ? shown.replace('\n', `\n${RESET}`) : shown);
  const calls = (place.stack ?? '').split('\n').filter((line) => /^\s+at (?!.*\bnode:)/.test(line));
  const failing = site === undefined ? [] : [`    at ${site.file}:${site.line}:${site.column ?? 1}`];
  error.stack = [`Error: ${shown}`, ...failing, ...calls].join('\n');
  return error;
}

function isFull(): boolean {
  const { [REPORT_VARIABLE]: choice = '' } = process.env;
  if (choice !== '' && choice !== 'brief' && choice !== 'full') {
    throw refusal(`${REPORT_VARIABLE} is '${choice}'`, "it can be 'brief' or 'full'");
  }
  return choice === 'full';
}
