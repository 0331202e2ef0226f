import { describe, expect, it } from 'vitest';
import type { Story, StoryStep } from '@fencepost/report';
import { rowsOf } from '../../src/text/rows.js';
import { render } from '../../src/text/style.js';

const NOTHING = { label: '', place: 0, read: undefined, wrote: undefined, other: undefined, action: undefined };
const REST = { pending: false, missed: [], text: undefined, of: undefined };

function step(thread: number, kind: StoryStep['kind'], more: Partial<StoryStep>): StoryStep {
  return { ...NOTHING, ...REST, thread, kind, site: { file: 'w.js', line: 4 + thread, column: 2 }, ...more };
}

const acts = (action: string, thread = 0): StoryStep => step(thread, 'rmw', { action, read: '0', wrote: '1' });
const BEGINS = acts('Atomics.wait begins');
const READS = step(0, 'load', { read: '0' });
const STORES = step(1, 'store', { wrote: '1' });

function told(steps: readonly StoryStep[], cycle: readonly number[] = []): readonly string[] {
  const ends = { failure: undefined, failureSite: undefined, waits: undefined, waitsAt: undefined };
  const threads = ['a', 'b'].map((name) => ({ name, ...ends }));
  const story: Story = { model: 'sc', threads, places: [{ name: 's[0]', isMutex: false, initial: '0' }], steps };
  const edges = cycle.map((from) => ({ kind: 'po' as const, from, to: from, place: undefined }));
  return rowsOf(story, '', { cycle: edges as never }).map(({ text }) => render(text, false).replaceAll('\u00A0', ' '));
}

describe('a call that consists of several steps', () => {
  it('is one row', () => {
    expect(told([BEGINS, READS, acts('Atomics.wait does not wait')])).toEqual(['s[0] → 0: Atomics.wait does not wait']);
    expect(told([STORES, BEGINS, READS, acts('Atomics.wait starts to wait'), STORES])).toEqual([
      ...['s[0] = 1', 's[0] → 0: Atomics.wait starts to wait', 's[0] = 1'],
    ]);
    expect(told([acts('futex wait begins'), READS, acts('futex wait')])).toEqual(['s[0] → 0: futex wait']);
  });

  it('has timed out if it goes on at once', () => {
    const waits = [BEGINS, READS, acts('Atomics.wait starts to wait'), acts('Atomics.wait is woken or times out')];
    expect(told(waits)).toEqual(['s[0] → 0: Atomics.wait times out']);
    expect(told([...waits.slice(0, 3), STORES, waits[3]!])).toHaveLength(3);
  });

  it('is shown in parts if others come in between, or if they matter', () => {
    const waits = acts('Atomics.wait starts to wait');
    expect(told([BEGINS, STORES, READS, waits])).toHaveLength(4);
    expect(told([BEGINS, READS, STORES, waits])).toHaveLength(4);
    expect(told([BEGINS, READS, waits], [1])).toHaveLength(3);
    expect(told([BEGINS, { ...READS, missed: [0] }, waits])).toHaveLength(3);
    expect(told([BEGINS])).toHaveLength(1);
  });
});
