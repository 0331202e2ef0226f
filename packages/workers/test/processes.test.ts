import { expect, it } from 'vitest';
import { idToEnd } from '../src/processes.js';

it('ends the group of a process, and on Windows, which has no groups, the process', () => {
  expect([idToEnd(7, 'linux'), idToEnd(7, 'darwin'), idToEnd(7, 'win32')]).toEqual([-7, -7, 7]);
});
