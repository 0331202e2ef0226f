import { describe, expect, it } from 'vitest';
import { Segments } from '../../src/world/time/segments.js';

/** Segments of two tasks, and what they tell. */
function segmentsOfTwo(): { segments: Segments; run: (task: string, site: number) => Segments; told: string[] } {
  const told: string[] = [];
  const now = { task: '', site: 0 };
  const segments = new Segments({
    get task() {
      return now.task;
    },
    get site() {
      return now.site;
    },
    overwrites: (key, read, other, written) =>
      told.push(`${now.task} overwrites ${key}, read at ${read}; ${other} wrote it at ${written}`),
  });
  const run = (task: string, site: number): Segments => {
    Object.assign(now, { task, site });
    segments.begin();
    return segments;
  };
  return { segments, run, told };
}

describe('a segment depends on the last one', () => {
  const object = {};

  it('that wrote what it reads, or accessed what it writes', () => {
    const { run } = segmentsOfTwo();
    run('A', 1).read(object, 'x');
    run('B', 2).read(object, 'x');
    const { last } = run('A', 3);
    expect(last).toBe(0);
    const third = run('B', 4);
    third.write(object, 'x', false);
    expect(third.last).toBe(2);
    const fourth = run('A', 5);
    fourth.read(object, 'y');
    expect(fourth.last).toBe(0);
    fourth.read(object, 'x');
    expect(fourth.last).toBe(4);
  });

  it('that accessed the object as a whole, or changed its keys', () => {
    const { run } = segmentsOfTwo();
    run('A', 1).write(object, 'x', true);
    const second = run('B', 2);
    second.write(object, 'y', true);
    expect(second.last).toBe(1);
    const third = run('A', 3);
    third.readAll(object);
    expect(third.last).toBe(2);
    const fourth = run('B', 4);
    fourth.write(object, 'z', false);
    expect(fourth.last).toBe(3);
    const fifth = run('A', 5);
    fifth.writeAll(object);
    expect(fifth.last).toBe(4);
  });

  it('that may have accessed everything', () => {
    const { run } = segmentsOfTwo();
    run('A', 1).everything();
    expect(run('B', 2).last).toBe(1);
    const third = run('A', 3);
    third.everything();
    expect(third.last).toBe(2);
  });
});

describe('a task that overwrites what it has not seen', () => {
  const object = {};

  it('is told', () => {
    const { run, told } = segmentsOfTwo();
    run('A', 8).read(object, 'user');
    run('B', 12).write(object, 'user', false);
    run('A', 9).write(object, 'user', false);
    expect(told).toEqual(['A overwrites user, read at 8; B wrote it at 12']);
  });

  it('is not told if it has read it again, or never', () => {
    const { run, told } = segmentsOfTwo();
    run('A', 8).read(object, 'user');
    run('B', 12).write(object, 'user', false);
    const third = run('A', 9);
    third.read(object, 'user');
    third.write(object, 'user', false);
    run('C', 1).write(object, 'user', false);
    expect(told).toEqual([]);
  });
});
