import { expect, test } from 'vitest';
import { decodeShared } from '../packages/playground/src/page/share.js';
import { fragmentOf, playable } from '../site/.vitepress/playable.js';

test.each([
  ['c examples/c/message.c', '', []],
  ['console', '$ npx fencepost litmus examples/litmus/SB+mfences.litmus --model tso\n…', ['tso']],
  ['console', '$ npx fencepost check examples/c/mp.c --format json --model tso,pso\n…', ['tso', 'pso']],
  ['ts examples/typescript/message.check.ts', '', []],
])('a page links its program to the playground: %s %s', async (info, block, models) => {
  const program = playable(info, block)!;
  expect(program.text).not.toBe('');
  expect(program.models).toEqual(models);
  expect(await decodeShared(fragmentOf(program))).toEqual(program);
});

test('a link has the macros that the command defines', () => {
  const { text } = playable('console', '$ npx fencepost check examples/c/mp.c --model pso -- -DRELEASE -DTIMES=3\n…')!;
  expect(text).toMatch(/^#define RELEASE 1\n#define TIMES 3\n/);
  expect(playable('c examples/c/mp.c', '')!.text).not.toContain('#define RELEASE 1');
});

test.each([
  ['ts examples/typescript/ring.check.ts', ''],
  ['sh', 'npx fencepost check examples/c/message.c'],
  ['console', '$ npx fencepost check queue.c'],
  ['ts examples/typescript/ring.ts', ''],
  ['console', '$ npx fencepost check examples/c/message.c --races --model sc'],
  ['console', '$ npx fencepost check examples/c/message.c -- -O2'],
])('not if it needs other files or options, or is not a program: %s %s', (info, block) => {
  expect(playable(info, block)).toBeUndefined();
});
