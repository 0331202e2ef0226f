import { expect, it } from 'vitest';
import { wantsColour } from '../src/cli/terminal/colour.js';
import type { OutputOptions } from '../src/options/output.js';

it.each<[OutputOptions['colour'], Readonly<Record<string, string>>, boolean, boolean]>([
  ['auto', {}, true, true],
  ['auto', {}, false, false],
  ['auto', { TERM: 'dumb' }, true, false],
  ['auto', { TERM: 'xterm' }, true, true],
  ['auto', { NO_COLOR: '1' }, true, false],
  ['auto', { NO_COLOR: '' }, true, true],
  ['auto', { FORCE_COLOR: '1' }, false, true],
  ['auto', { FORCE_COLOR: '' }, false, false],
  ['auto', { FORCE_COLOR: '0' }, true, false],
  ['auto', { FORCE_COLOR: 'false' }, true, false],
  ['auto', { FORCE_COLOR: '1', NO_COLOR: '1', TERM: 'dumb' }, false, true],
  ['always', { NO_COLOR: '1', TERM: 'dumb' }, false, true],
  ['never', { FORCE_COLOR: '1' }, true, false],
])('--color %s with %j, terminal: %s → %s', (choice, environment, isTerminal, expected) => {
  expect(wantsColour(choice, environment, isTerminal)).toBe(expected);
});
