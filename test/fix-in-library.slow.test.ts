import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-'));

async function checked(name: string, text: string, ...options: readonly string[]): Promise<string> {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  const { code, out } = await fencepost(['check', file, '--model', 'rc11', ...options, '--', '-std=c++20']);
  expect(code).toBe(1);
  return out;
}

describe.skipIf(!canCompile)('fixes of data races', () => {
  it('are not suggested inside a library', async () => {
    const pointers = `#include <atomic>
#include <memory>
#include <thread>
std::atomic<std::shared_ptr<int>> shared;
int main() {
  shared.store(std::make_shared<int>(1));
  std::thread other([] { shared.store(std::make_shared<int>(2)); });
  auto found = shared.load();
  other.join();
}
`;
    const out = await checked('pointers.cpp', pointers);
    expect(out).toContain('data race on shared.ptr');
    expect(out).not.toContain('Fix:');
    expect(await checked('pointers.cpp', pointers, '--format', 'json')).not.toContain('isOfLibrary');
  }, 120_000);

  it('are suggested where the program calls an atomic operation', async () => {
    const out = await checked(
      'flag.cpp',
      `#include <atomic>
#include <thread>
std::atomic<int> flag;
int data;
int main() {
  std::thread other([] {
    data = 1;
    flag.store(1, std::memory_order_relaxed);
  });
  if (flag.load(std::memory_order_relaxed) == 1 && data != 1) return 1;
  other.join();
}
`,
    );
    expect(out).toMatch(/Fix\s+std::memory_order_release at line 8 and std::memory_order_acquire at line\s10/);
  }, 120_000);
});
