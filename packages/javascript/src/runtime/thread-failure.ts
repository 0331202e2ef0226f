import type { Site } from '@fencepost/core';
import { CheckFailed } from '@fencepost/core';
import { isAssertion, isErrorLike } from '../world/objects/error-like.js';
import { tidyMessage } from '../world/context/messages.js';
import type { Sites } from '../world/context/sites.js';

/** An uncaught exception, with the site where it was thrown. */
class Uncaught extends Error {
  override readonly name = 'Uncaught';
  readonly site: Site | undefined;
  constructor(message: string, site: Site | undefined) {
    super(message);
    this.site = site;
  }
}

/** Returns the failure for an exception in a check of the end, where any `Error` means a failed check. */
export function failedCheckOf(error: unknown, sites: Sites): Error {
  const failure = failureOf(error, sites);
  if (!isErrorLike(error) || error.name !== 'Error' || !(failure instanceof Uncaught)) return failure;
  return new CheckFailed(failure.message.replace(/^Error(?:: )?/, '') || 'check failed', failure.site);
}

/**
 * Returns the failure for a thrown value: a failed check if it comes from an assertion library, otherwise a crash.
 * `isRejection`: whether a promise without a handler was rejected with it.
 */
export function failureOf(error: unknown, sites: Sites, isRejection = false): Error {
  tidyMessage(error, sites);
  const how = isRejection ? 'unhandled rejection: ' : '';
  if (!(error instanceof Error) && !isErrorLike(error))
    return new Uncaught(`${how === '' ? 'uncaught ' : how}${plain(show(error))}`, undefined);
  const site = siteIn(error.stack ?? '', sites) ?? (error as { site?: Site }).site;
  const message = plain(error.message);
  if (isAssertion(error)) return new CheckFailed(message === '' ? 'check failed' : message, site);
  return new Uncaught(how + (message === '' ? error.name : `${error.name}: ${message}`), site);
}

/** Returns the failure with the name of the task that failed: the thread that runs all tasks has no name in programs. */
export function inTask(failure: Error, task: string | undefined): Error {
  return task === undefined ? failure : Object.assign(failure, { task });
}

/** Maximum length of a message in characters: an error may carry a page or a file. */
const MOST_KEPT = 100_000;

/** Returns a message on one line, without the colours of assertion libraries and the names of instruments. */
function plain(message: string): string {
  const { length } = message;
  if (length > MOST_KEPT) return `${plain(message.slice(0, MOST_KEPT))}… (${length} characters)`;
  return message
    .replace(/\u001b\[[\d;]*m/g, '')
    .replace(/\$fp_\w+(?:\(\.\.\.\))?/g, '(…)')
    .replace(/\s+/g, ' ')
    .trim();
}

function show(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Returns the innermost site of a stack trace in instrumented code. */
function siteIn(stack: string, sites: Sites): Site | undefined {
  for (const match of stack.matchAll(/fencepost:(.+?):(\d+):(\d+)/g)) {
    const site = sites.original(decodeURI(match[1]!), Number(match[2]), Number(match[3]));
    if (site !== undefined) return site;
  }
  return undefined;
}
