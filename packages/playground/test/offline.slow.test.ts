import { describe, expect, it } from 'vitest';
import { useSite, verdictAfterCheck } from './site.js';
import { editorIn } from './source.js';

const site = useSite();

describe('the playground', () => {
  it('works without a network after the first visit, with its editor', async () => {
    const first = await site.open();
    await first.evaluate(async () => void (await navigator.serviceWorker.ready));
    await site.goOffline();
    await first.reload();
    await editorIn(first);
    expect(await verdictAfterCheck(first)).toContain('x86: yes, in 1 of 4 executions');
    site.problems.length = 0; // the browser notes that the worker's own script could not be fetched again
  });
});
