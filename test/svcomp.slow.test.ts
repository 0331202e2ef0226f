import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UNDECIDED } from '../corpus/svcomp/undecided.js';
import { canCompile } from '@fencepost/testing/compiled';
import { isWhole, rotated } from '@fencepost/testing/rotation';
import { judge } from '../truth/judge.js';
import { pointsFor } from '../truth/score.js';
import type { Task } from '../truth/sets/svcomp-task.js';
import { propertyIn, tasksIn } from '../truth/sets/svcomp-task.js';

const tasks = tasksIn(join(import.meta.dirname, '../corpus/svcomp/tasks'));
const nameOf = ({ file, property }: Task): string => `${file.replace(/^.*\/|\.yml$/g, '')} ${property!}`;
/** Every eighth; `FENCEPOST_ROTATION=all` for all of them, which takes a minute or two. */
const chosen = isWhole
  ? tasks
  : rotated(
      tasks.filter((each) => !UNDECIDED.has(nameOf(each))),
      8,
    );

describe('task definitions', () => {
  it('state the question', () => {
    expect(tasks.length).toBeGreaterThan(60);
    const [deadlock] = tasks.filter(
      ({ file, property }) => file.endsWith('/deadlock.yml') && property === 'termination',
    );
    expect(deadlock).toMatchObject({ expected: false, pointers: 64 });
    expect(tasks.filter(({ pointers }) => pointers === 32)).toHaveLength(2);
    expect(tasks.filter(({ property }) => property === undefined)).toEqual([]);
  });

  it('may ask an unknown question', () => {
    expect(propertyIn('CHECK( init(main()), LTL(G ! unlocked) )')).toBe(undefined);
  });
});

describe('points', () => {
  it.each([
    ['true', 'true', 2],
    ['false', 'false', 1],
    ['false', 'true', -32],
    ['true', 'false', -16],
    ['true', null, 0],
    ['false valid-free', 'false valid-free', 1],
    ['false valid-free', 'false valid-deref', 0],
  ] as const)('expected %s, answered %s: %d', (expected, answer, points) => {
    expect(pointsFor({ expected, answer })).toBe(points);
  });
});

describe.skipIf(!canCompile)('programs in the style of SV-COMP', { timeout: 120_000 }, () => {
  it.each(chosen.map((task) => [nameOf(task), task] as const))('%s', async (name, task) => {
    const { answer } = await judge({ kind: 'property', task }, 60);
    expect(answer?.split(' ')[0]).toBe(UNDECIDED.has(name) ? undefined : String(task.expected));
  });
});
