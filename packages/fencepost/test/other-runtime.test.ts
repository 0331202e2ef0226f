import { expect, it, vi } from 'vitest';
import { requireNode } from '../src/adapters/runners.js';
import { otherRuntime } from '../src/other-runtime.js';

it('Bun and Deno are distinguished from Node', () => {
  expect(otherRuntime()).toBeUndefined();
  expect(otherRuntime({ ...process.versions, bun: '1.4.4' })).toBe('Bun 1.4.4');
  expect(otherRuntime({ ...process.versions, deno: '2.9.6' })).toBe('Deno 2.9.6');
});

it('a test file is refused there, with a hint', () => {
  expect(requireNode).not.toThrow();
  const versions = vi.spyOn(process, 'versions', 'get').mockReturnValue({ ...process.versions, bun: '1.4.4' });
  expect(requireNode).toThrow(
    'Fencepost needs Node, and this is Bun 1.4.4\n  hint: run the file with Node: npx fencepost check FILE',
  );
  versions.mockRestore();
});
