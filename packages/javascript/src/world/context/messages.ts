import { PREFIX } from '../../transform/text/own-names.js';
import type { Sites } from './sites.js';

const OURS = `(?:\\${PREFIX}\\w+(?:\\(\\.\\.\\.\\))?[^\\s]*|constructor)`;
const CALLED = new RegExp(`^${OURS} is not a (function|constructor)$`);
const ITERATED = new RegExp(`^${OURS} is not (?:a function or its return value is not )?iterable`);
const PLACE = /fencepost:(.+?):(\d+):(\d+)/;
/** Messages of Fencepost, and of the engine about Fencepost's code. */
const OWN = /^constructor is |ModelPromise| is not async iterable$/;
/** Names of instruments elsewhere in messages. */
const NAMES = new RegExp(`\\${PREFIX}\\w+(?:\\(\\.\\.\\.\\))?`, 'g');

/**
 * Rewrites a message of the engine, which names the emitted code that failed, so that it names the code of the program.
 */
export function tidyMessage(error: unknown, sites: Sites): void {
  if (!(error instanceof TypeError)) return;
  const { message } = error;
  if (!message.includes(PREFIX) && !OWN.test(message)) return;
  const tidied = tidyText(error, message, sites);
  const { stack } = error;
  error.message = tidied;
  if (typeof stack === 'string') error.stack = stack.replace(message, () => tidied);
}

function tidyText({ stack }: Error, message: string, sites: Sites): string {
  if (message === "Class constructor ModelPromise cannot be invoked without 'new'")
    return "Promise constructor cannot be invoked without 'new'";
  const place = PLACE.exec(stack ?? '');
  const describe = (what: 'called' | 'iterated'): string | undefined =>
    place === null ? undefined : sites.described(what, decodeURI(place[1]!), Number(place[2]), Number(place[3]));
  const called = CALLED.exec(message);
  if (called !== null) {
    const text = describe('called');
    if (text !== undefined) return `${text} is not a ${called[1]}`;
  }
  if (message.endsWith(' is not async iterable')) return describe('iterated') ?? message;
  if (ITERATED.test(message)) return describe('iterated') ?? 'object is not iterable';
  return message.replace(NAMES, '(intermediate value)');
}
