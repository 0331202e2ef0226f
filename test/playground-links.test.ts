import { expect, test } from 'vitest';
import { decodeShared } from '../packages/playground/src/page/share.js';
import { fragmentOf, playable } from '../site/.vitepress/playable.js';

test.each([
  ['c examples/c/message.c', ''],
  ['console', '$ npx fencepost litmus examples/litmus/SB+mfences.litmus --model tso\n…'],
  ['ts examples/typescript/message.check.ts', ''],
])('a page links its program to the playground: %s %s', async (info, block) => {
  const program = playable(info, block)!;
  expect(program.text).not.toBe('');
  expect(await decodeShared(fragmentOf(program))).toEqual({ ...program, models: [] });
});

test.each([
  ['ts examples/typescript/ring.check.ts', ''],
  ['sh', 'npx fencepost check examples/c/message.c'],
  ['console', '$ npx fencepost check queue.c'],
  ['ts examples/typescript/ring.ts', ''],
])('not if it needs other files, or is no program: %s %s', (info, block) => {
  expect(playable(info, block)).toBeUndefined();
});
