import { describe, expect, it } from 'vitest';
import { runProcess } from '../../src/toolchain/process.js';

describe('a tool', () => {
  it('that crashes is distinguished from one that refuses its input', async () => {
    const crash = 'for i in 1 2 3 4 5; do echo "line $i" >&2; done; echo "Stack dump:" >&2; kill -SEGV $$';
    await expect(runProcess('sh', ['-c', crash], undefined)).rejects.toMatchObject({
      code: 'C_TOOLCHAIN',
      message: 'sh crashed (SIGSEGV)\nline 1\nline 2\nline 3',
    });
    expect(await runProcess('sh', ['-c', 'echo no >&2; exit 1'], undefined)).toMatchObject({
      ok: false,
      messages: 'no\n',
    });
  });

  it('that cannot be started is reported', async () => {
    await expect(runProcess('/nowhere/clang', [], undefined)).rejects.toMatchObject({
      code: 'C_TOOLCHAIN',
      message: expect.stringMatching(/^cannot start \/nowhere\/clang: .*ENOENT/) as string,
    });
  });
});
