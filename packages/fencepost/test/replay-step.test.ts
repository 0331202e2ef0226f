import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Input } from '../src/cli/terminal/io.js';
import type { Walk } from '../src/cli/replay/step-keys.js';
import { commanded, keysOf, pressed } from '../src/cli/replay/step-keys.js';
import type { Outcome } from '@fencepost/testing/terminal';
import { fencepost, typing } from '@fencepost/testing/terminal';

const messagePassing = `${import.meta.dirname}/fixtures/message-passing.mjs`;
const STEP = ['replay', messagePassing, 'fp1:1x2.1c1.2x2', '--model', 'pso', '--step'];

const LEFT = '\u001b[D';
const RIGHT = '\u001b[C';
const HOME = '\u001b[H';
const END = '\u001b[F';

/** The numbers of the steps that were shown. */
function shown({ out }: Outcome): number[] {
  const plain = stripVTControlCharacters(out);
  return [...plain.matchAll(/^step (\d+) of 4$/gm)].map(([, step]) => Number(step));
}

describe('--step without a terminal', () => {
  it('shows memory and buffers after each step', async () => {
    const { code, out, err } = await fencepost(STEP, { input: typing(['n\nn\n']) });
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out.split('\n\n').slice(-3).join('\n\n')).toBe(`${messagePassing}: message passing under pso
step 2 of 4
  sender      sender#0  data = 42  (in buffer)
> sender      sender#1  flag = 1
  receiver  receiver#0  flag → 1
  receiver  receiver#1  data → 0  (sender#0 has not reached memory)

memory            data = 0   flag = 1*
buffer of sender  data = 42

`);
  });

  it('shows the failure at the end', async () => {
    const { out } = await fencepost(STEP, { input: typing(['4\n']) });
    expect(out).toMatch(/buffer of sender {2}data = 42\nfails: the flag came before the data \(in receiver\)\n/);
    const before = await fencepost(STEP, { input: typing(['3\n']) });
    expect(before.out).not.toContain('fails');
  });

  it.each([
    [
      ['n\nn\nn\n', 'b\n', 'p\nq\nn\n'],
      [0, 1, 2, 3, 2, 1],
    ],
    [
      ['', '\n\n'],
      [0, 1, 2],
    ],
    [
      ['4\n', 'n\n0\nb\n'],
      [0, 4, 4, 0, 0],
    ],
    [
      ['99', '9\n1'],
      [0, 4, 1],
    ],
    [[], [0]],
    [['q'], [0]],
  ])('takes commands: %j', async (pieces, steps) => {
    expect(shown(await fencepost(STEP, { input: typing(pieces) }))).toEqual(steps);
  });

  it('lists the commands', async () => {
    const { out } = await fencepost(STEP, { input: typing(['what?\nn\n']) });
    expect(out).toMatch(/\ncommands: n .* q quit\n/);
  });

  it('shows the beginning if there is no input at all', async () => {
    expect(shown(await fencepost(STEP))).toEqual([0]);
  });

  it('keeps to the width', async () => {
    const { out } = await fencepost(STEP, { input: typing(['4\n']), columns: 40 });
    const [, ...lines] = out.split('\n');
    expect(lines.filter((line) => line.length > 40)).toEqual([]);
  });
});

describe('--step at a terminal', () => {
  const atTerminal = (input: Input, rows = 24): Promise<Outcome> =>
    fencepost(STEP, { input: { ...input, isTerminal: true }, outIsTerminal: true, columns: 80, rows });

  it.each([
    ['arrows', [RIGHT, RIGHT, LEFT, 'q'], [0, 1, 2, 1, 1]],
    ['arrows of the other mode', ['\u001bOC', '\u001bOB', '\u001bOD', 'q'], [0, 1, 2, 1, 1]],
    ['letters', ['n', ' ', '\r', 'b', 'p', '\u007f', 'q'], [0, 1, 2, 3, 2, 1, 0, 0]],
    ['Home and End', [END, HOME, '\u001b[4~', '\u001b[1~', 'q'], [0, 4, 0, 4, 0, 0]],
    ['the number of a step', ['g', '1', '\u007f', '3', '\r', 'q'], [0, 0, 0, 0, 0, 3, 3]],
    ['a number that is given up', ['g', '3', '\u001b', 'n', 'g', '\r', 'n', 'q'], [0, 0, 0, 0, 1, 1, 1, 2, 2]],
    ['many at once', [`nn${LEFT}${END}q`], [0, 4]],
    ['unknown keys', ['x', '\u001b[5~', '\u001b', 'q'], [0, 0, 0, 0, 0]],
    ['the end of the input', ['n'], [0, 1]],
  ])('takes keys: %s', async (_what, pieces, steps) => {
    expect(shown(await atTerminal(typing(pieces)))).toEqual(steps);
  });

  it.each(['q', '\u0003', '\u0004'])('ends with %j, and restores the terminal', async (key) => {
    const input = typing(['n', key, 'n']);
    const outcome = await atTerminal(input);
    expect(outcome.code).toBe(1);
    expect(shown(outcome)).toEqual([0, 1, 1]);
    expect(input.switched).toEqual([true, false]);
    // The last step stays, without the line of keys.
    expect(outcome.out.split('\u001b[J').at(-1)).not.toContain('q quit');
  });

  it('ends even while a number is typed', async () => {
    expect(shown(await atTerminal(typing(['g1\u0003'])))).toEqual([0, 0]);
  });

  it('draws each step over the one before', async () => {
    const { out } = await atTerminal(typing([RIGHT, 'q']));
    const [first, second] = out.split('\u001b[J');
    const [, lines] = /\u001b\[(\d+)A$/.exec(first!)!;
    expect(first!.split('\n').length - 1).toBe(Number(lines));
    expect(second).toMatch(/→ next {2}← back .* q quit\n/);
  });

  it('does not draw more than there is room for', async () => {
    const { out } = await atTerminal(typing([END, 'q']), 8);
    for (const frame of out.split('\u001b[J')) expect(frame.split('\n').length).toBeLessThanOrEqual(8);
  });

  it('restores the terminal after an error', async () => {
    const input = typing([RIGHT], true);
    let writes = 0;
    const broken = (): Promise<void> => (++writes < 2 ? Promise.resolve() : Promise.reject(new Error('gone')));
    const { code } = await fencepost(STEP, { input, outIsTerminal: true, out: broken });
    expect(code).toBe(4);
    expect(input.switched).toEqual([true, false]);
  });

  it('reads lines if the output is not for the terminal', async () => {
    const input = typing(['n\n'], true);
    expect(shown(await fencepost(STEP, { input }))).toEqual([0, 1]);
    expect(input.switched).toEqual([]);
  });
});

describe('keys and commands', () => {
  const walk: Walk = { taken: 2, steps: 4, typed: undefined, over: false };

  it('are found in the input of a terminal', () => {
    expect(keysOf(`a${RIGHT}\u001bOC\u001b[1;5D\r\u001b`)).toEqual([
      'a',
      RIGHT,
      '\u001bOC',
      '\u001b[1;5D',
      '\r',
      '\u001b',
    ]);
    expect(keysOf('')).toEqual([]);
  });

  it('do not leave the execution', () => {
    expect(pressed({ ...walk, taken: 4 }, 'n').taken).toBe(4);
    expect(pressed({ ...walk, taken: 0 }, 'b').taken).toBe(0);
    expect(commanded(walk, ' 7 ')?.taken).toBe(4);
    expect(commanded(walk, '-1')).toBeUndefined();
  });
});
