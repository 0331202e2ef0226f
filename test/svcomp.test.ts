import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judge } from '../corpus/svcomp/judge.js';
import { scoreOf } from '../corpus/svcomp/score.js';
import type { Task } from '../corpus/svcomp/task.js';
import { propertyIn, tasksIn } from '../corpus/svcomp/task.js';
import { UNDECIDED } from '../corpus/svcomp/undecided.js';
import { canCompile } from '../packages/c/test/program/compiled.js';

const tasks = tasksIn(join(import.meta.dirname, '../corpus/svcomp/tasks'));
const nameOf = ({ file, property }: Task): string => `${file.replace(/^.*\/|\.yml$/g, '')} ${property!}`;
/** Every fourth; `FENCEPOST_SVCOMP=all` for all of them, which takes a minute or two. */
const chosen =
  process.env['FENCEPOST_SVCOMP'] === 'all'
    ? tasks
    : tasks.filter((each, i) => i % 4 === 0 && !UNDECIDED.has(nameOf(each)));

describe('task definitions', () => {
  it('state the property', () => {
    expect(tasks.length).toBeGreaterThan(60);
    const [deadlock] = tasks.filter(
      ({ file, property }) => file.endsWith('/deadlock.yml') && property === 'termination',
    );
    expect(deadlock).toMatchObject({ expected: false, pointers: 64 });
    expect(tasks.filter(({ pointers }) => pointers === 32)).toHaveLength(1);
    expect(tasks.filter(({ property }) => property === undefined)).toEqual([]);
  });

  it('may state an unknown property', () => {
    expect(propertyIn('CHECK( init(main()), LTL(G ! unlocked) )')).toBe(undefined);
  });
});

describe('points', () => {
  const task: Task = {
    file: '',
    sources: [],
    property: 'unreach-call',
    expected: true,
    subproperty: undefined,
    pointers: 64,
  };

  it.each([
    [true, 'true', 2],
    [false, 'false', 1],
    [false, 'true', -32],
    [true, 'false', -16],
    [true, 'unknown', 0],
  ] as const)('expected %s, answered %s: %d', (expected, verdict, points) => {
    expect(scoreOf({ ...task, expected }, { verdict, detail: '' })).toBe(points);
  });

  it('none for another part of the property', () => {
    const parts = { ...task, expected: false, subproperty: 'valid-free' };
    expect(scoreOf(parts, { verdict: 'false', detail: 'valid-deref' })).toBe(0);
  });
});

describe.skipIf(!canCompile)('programs in the style of SV-COMP', { timeout: 120_000 }, () => {
  it.each(chosen.map((task) => [nameOf(task), task] as const))('%s', async (name, task) => {
    const { verdict } = await judge(task, 60);
    expect(verdict).toBe(UNDECIDED.has(name) ? 'unknown' : String(task.expected));
  });
});
