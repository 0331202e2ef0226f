import type { Story, StoryStep, Why } from '@fencepost/report';
import { describe, expect, it } from 'vitest';
import { lateAnswer } from '../src/explain/why/late-answer.js';
import { overwrittenUpdate } from '../src/explain/why/lost-update.js';
import type { FailedStory } from '../src/explain/why/recogniser.js';

/** A failed execution of tasks, by lines such as `A 9 load(1) is called`. */
function storyOf(lines: readonly string[], kind: FailedStory['failed']['kind'] = 'assertion'): FailedStory {
  const names = [...new Set(lines.map((line) => line.split(' ')[0]!))];
  const steps = lines.map((line): StoryStep => {
    const [, name, number, action] = /^(\w+) (\d+) (.*)$/.exec(line)!;
    return {
      ...{ thread: names.indexOf(name!), kind: 'rmw', label: line, place: 0, action, pending: false, missed: [] },
      ...{ read: undefined, wrote: undefined, other: undefined, text: undefined, of: undefined },
      site: { file: 'a.ts', line: Number(number) },
    };
  });
  const story: Story = {
    model: 'sc',
    threads: names.map((name) => ({
      ...{ name, failure: undefined, failureSite: undefined, waits: undefined, waitsAt: undefined },
    })),
    places: [{ name: '', isMutex: false, initial: '0' }],
    steps,
  };
  return { ...story, failed: { kind, message: 'no', site: { file: 'a.ts', line: 30 } } };
}

const textOf = (why: Why | undefined): string | undefined => why?.text;

const STALE = [
  'reader 9 load(1) is called',
  'reader 9 load(1) takes effect',
  "writer 14 save(1, 'new') is called",
  "writer 14 save(1, 'new') takes effect",
  "writer 14 save(1, 'new') answers undefined",
  "reader 9 load(1) answers 'old'",
];

describe('a late answer', () => {
  it('is told if another task has changed what it is about', () => {
    const why = lateAnswer(storyOf(STALE));
    expect(why).toEqual({
      kind: 'late answer',
      text: "load(1) of reader (line 9) takes effect before save(1, 'new') of writer (line 14), but its answer 'old' arrives later.",
      steps: [1, 3, 5],
    });
  });

  it('is told if calls of one function are answered in another order', () => {
    const calls = [
      ...["typing 14 search('a') is called", "typing 14 search('ab') is called"],
      ...["typing 14 search('ab') answers 'ab'", "typing 14 search('a') answers 'a'"],
    ];
    expect(textOf(lateAnswer(storyOf(calls)))).toBe(
      "search('a') (line 14) is called before search('ab') (line 14), but its answer 'a' arrives later.",
    );
    expect(lateAnswer(storyOf([calls[0]!, calls[1]!, calls[3]!, calls[2]!]))).toBeUndefined();
  });

  it('is not the reason if the answers come in order, if the calls have nothing in common, or in a deadlock', () => {
    expect(lateAnswer(storyOf(STALE.with(4, STALE[5]!).with(5, STALE[4]!)))).toBeUndefined();
    expect(lateAnswer(storyOf(STALE.map((line) => line.replace('load(1)', 'load(2)'))))).toBeUndefined();
    expect(lateAnswer(storyOf(STALE, 'deadlock'))).toBeUndefined();
  });
});

describe('an update that a task overwrites', () => {
  it('is told', () => {
    const steps = ['A 13 begins', 'B 13 overwrites row: A wrote it at line 13, after B read it at line 11'];
    expect(overwrittenUpdate(storyOf(steps))).toEqual({
      kind: 'lost update',
      text: 'B overwrites row (line 13): A wrote it at line 13, after B read it at line 11.',
      steps: [1],
    });
    expect(overwrittenUpdate(storyOf(steps.slice(0, 1)))).toBeUndefined();
    const ofKey = steps.map((line) => line.replace('row', 'user:7'));
    expect(overwrittenUpdate(storyOf(ofKey))?.text).toMatch(
      /^B overwrites user:7 \(line 13\): A wrote it at line 13, /,
    );
  });
});
