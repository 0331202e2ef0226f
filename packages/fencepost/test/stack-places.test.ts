import { expect, it } from 'vitest';
import { withPaths } from '../src/files/import-module.js';

it.each([
  ['    at file:///src/a.mjs:3:5', false, '    at /src/a.mjs:3:5'],
  ['    at run (file:///my%20code/a.mjs:3:5)', false, '    at run (/my code/a.mjs:3:5)'],
  ['file:///src/a.mjs:3', false, '/src/a.mjs:3'],
  ['    at file:///C:/src/a.mjs:3:5', true, String.raw`    at C:\src\a.mjs:3:5`],
  ['    at node:internal/modules:1:2', false, '    at node:internal/modules:1:2'],
])('names the file of a line of a stack by its path: %s', (line, windows, expected) => {
  expect(withPaths(line, windows)).toBe(expected);
});
