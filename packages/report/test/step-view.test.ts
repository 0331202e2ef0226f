import { LocalStates, load, parseSchedule, program, store } from '@fencepost/core';
import type { StepView } from '@fencepost/report';
import { memoryStates, stepLines } from '@fencepost/report';
import { buildStory } from '@fencepost/check';
import { describe, expect, it } from 'vitest';

const at = (line: number) => ({ file: 'mp.c', line });
const passing = program('passing', (p) => {
  const data = p.variable('data');
  const flag = p.variable('flag');
  p.thread('sender', function* () {
    yield store(data, 42, 'relaxed', at(3));
    yield store(flag, 1, 'relaxed', at(4));
  });
  p.thread('receiver', function* () {
    yield load(flag, 'relaxed', at(18));
    yield load(data, 'relaxed', at(19));
  });
});

const story = buildStory(new LocalStates(passing), 'pso', parseSchedule('fp1:1x2.1c1.2x2.1c'));
const states = memoryStates(story);

function view(taken: number, more: Partial<StepView> = {}): string {
  const ending = ['the execution ends without a failure'];
  const all = { title: 'mp.c under pso', story, states, taken, ending, width: 80, height: undefined, colour: false };
  return `\n${stepLines({ ...all, ...more }).join('\n')}\n`;
}

describe('the view of a step', () => {
  it('shows the position in the execution, memory, and buffers with changes', () => {
    expect(view(2)).toBe(`
mp.c under pso
step 2 of 5
  sender     3  data = 42  (in buffer)
> sender     4  flag = 1
  receiver  18  flag → 1
  receiver  19  data → 0  (line 3 has not reached memory)
  sender     3  data = 42 reaches memory

memory            data = 0   flag = 1*
buffer of sender  data = 42
`);
  });

  it('shows the beginning', () => {
    expect(view(0)).not.toMatch(/[>*]/);
    expect(view(1)).toContain('memory            data = 0   flag = 0\nbuffer of sender  data = 42*\n');
  });

  it('shows the end', () => {
    expect(view(5)).toContain(`
memory            data = 42*   flag = 1
buffer of sender  empty
the execution ends without a failure
`);
  });

  it('shows as much as there is room for', () => {
    const lines = view(4, { height: 8 }).trim().split('\n');
    expect(lines).toHaveLength(8);
    expect(lines[1]).toBe('step 4 of 5');
    expect(lines.slice(2, 5).map((line) => line.slice(0, 14))).toEqual([
      '  receiver  18',
      '> receiver  19',
      '  sender     3',
    ]);
    expect(view(4, { height: 3 }).trim().split('\n')).toHaveLength(3);
  });

  it('keeps to the width, and related parts on one line', () => {
    const lines = view(5, { width: 30 }).trim().split('\n');
    expect(lines.filter((line) => line.length > 30)).toEqual([]);
    expect(lines.slice(-5)).toEqual([
      'memory            data = 42*',
      '                  flag = 1',
      'buffer of sender  empty',
      'the execution ends without a',
      'failure',
    ]);
    expect(lines.some((line) => line.endsWith('…'))).toBe(true);
  });

  it('has colours if they are wanted', () => {
    expect(view(2)).not.toContain('\u001b');
    expect(view(2, { colour: true })).toContain('\u001b[1mflag = 1*\u001b[0m');
  });

  it('can do without shared memory', () => {
    const idle = buildStory(new LocalStates(program('idle', () => undefined)), 'sc', []);
    expect(view(0, { story: idle, states: memoryStates(idle) })).toContain('step 0 of 0');
  });
});
