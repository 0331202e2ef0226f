import path from 'node:path';
import type * as TraceViewer from '@fencepost/viewer/trace-viewer';
import { build } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { browserBuild } from '../../../tools/scripts/bundle-page.js';
import { useBrowser } from '@fencepost/testing/browser';
import { bothZero, several, sources } from './reports.js';

const open = useBrowser();

async function bundled(): Promise<string> {
  const { output } = await build({
    ...browserBuild,
    input: path.join(import.meta.dirname, '..', 'src', 'view', 'mount.ts'),
    write: false,
    output: { format: 'iife', name: 'viewer' },
  });
  return output[0].code;
}

describe('the trace viewer', () => {
  it('can be mounted in any page, and taken away', async () => {
    const page = await open(several);
    await page.goto('about:blank');
    await page.setContent('<p id="here">something else</p>');
    await page.addScriptTag({ content: await bundled() });
    await page.evaluate(
      ([counterexample, lines]) => {
        const { viewer } = window as unknown as { viewer: typeof TraceViewer };
        const unmount = viewer.mountTraceViewer(document.getElementById('here')!, counterexample, lines);
        Object.assign(window, { unmount });
      },
      [bothZero, sources] as const,
    );
    expect(await page.locator('#here').innerText()).not.toContain('something else');
    await page.getByRole('button', { name: 'To the start' }).click();
    await page.getByRole('button', { name: 'Step forward' }).click();
    expect(await page.getByRole('status').innerText()).toContain('Step 1 of 6, left, line 3');
    await page.evaluate(() => (window as unknown as { unmount: () => void }).unmount());
    expect(await page.locator('#here').innerHTML()).toBe('');
  });
});
