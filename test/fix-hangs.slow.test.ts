import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/built';

it('code that never ends does not block its repair', { timeout: 60_000 }, async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'fencepost-fix-')), 'hangs.check.mjs');
  writeFileSync(
    file,
    `import { check } from 'fencepost';
check('hangs', (t) => {
  const m = new Int32Array(new SharedArrayBuffer(8));
  t.thread('a', () => { m[0] = 1; let i = 0; for (;;) i++; });
  t.thread('b', () => m[0]);
});
`,
  );
  const { code, out } = await fencepost(['fix', file, '--max-time', '2s', '--no-config']);
  expect({ code, out }).toMatchObject({ code: 3, out: expect.stringContaining('time limit reached') as string });
});
