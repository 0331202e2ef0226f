import { FencepostError } from '@fencepost/core';
import { siteAt } from './import-module.js';

/** Parses a configuration in JSON. Errors include the position. */
export function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new FencepostError('USAGE', `the configuration is not JSON: ${message}`, {
      site: siteAt(file, text.slice(0, positionIn(text, message))),
      hint: 'JSON has quotes around names, no comments, and no comma after the last entry',
    });
  }
}

/**
 * Node 20 does not report the position of an unexpected character: it is at the end of the shortest prefix that has the
 * error.
 */
function positionIn(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  let length = 0;
  while (length < text.length && !hasUnexpectedCharacter(text.slice(0, length + 1))) length++;
  return length;
}

function hasUnexpectedCharacter(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith('Unexpected token');
  }
}
