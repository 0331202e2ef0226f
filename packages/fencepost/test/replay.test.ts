import { expect, it } from 'vitest';
import { fencepost } from './terminal.js';

const messagePassing = `${import.meta.dirname}/fixtures/message-passing.mjs`;

it('shows an execution that check found', async () => {
  const { out: found } = await fencepost(['check', messagePassing, '--model', 'pso', '--format', 'json']);
  const [{ schedule }] = (JSON.parse(found) as { checks: [{ schedule: string }] }).checks;
  const { code, out, err } = await fencepost(['replay', messagePassing, schedule, '--model', 'pso']);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(/^.*: message passing under pso\nsender +receiver\n/);
  expect(out).toMatch(/receiver#1 {2}data → 0 {2}\(sender#0 has not reached memory\)\n/);
});

it('is a list in a narrow terminal', async () => {
  const { out } = await fencepost(['replay', messagePassing, 'fp1:1x2.2x2', '--width', '20']);
  expect(out.split('\n').slice(1, 4)).toEqual([
    'sender      sender#0  data = 42',
    'sender      sender#1  flag = 1',
    'receiver  receiver#0  flag → 1',
  ]);
});

it.each([
  [[messagePassing], /replay takes a file and a schedule/],
  [
    [messagePassing, 'fp1:1x9'],
    /step 3 of the schedule \(1\) is not possible there .*\n {2}hint: was it made for this/,
  ],
  [[messagePassing, 'nonsense'], /a schedule begins with fp1:/],
  [[messagePassing, 'fp1:1', '--model', 'tos'], /did you mean tso/],
  [['nowhere.c', 'fp1:1'], /no such file/],
])('refuses %j', async (args, message) => {
  const { code, out, err } = await fencepost(['replay', ...args]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(message);
});

it('helps', async () => {
  expect((await fencepost(['replay', '--help'])).out).toMatch(/^Usage: fencepost replay FILE SCHEDULE/);
});
