import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

// Changes of the kinds that reviewers see, in a repository of their own.

const bin = join(import.meta.dirname, '..', 'packages/fencepost/bin/fencepost.js');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-review-'));
afterAll(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8' });

const FILES: Readonly<Record<string, string>> = {
  'src/box.ts': `export class Box {
  readonly cells: Int32Array;
  constructor(memory: SharedArrayBuffer) {
    this.cells = new Int32Array(memory);
  }
  put(value: number): void {
    this.cells[1] = value;
    Atomics.store(this.cells, 0, 1);
  }
  take(): number {
    return Atomics.load(this.cells, 0) === 1 ? this.cells[1]! : 0;
  }
  describe(): string {
    return 'a box';
  }
}
`,
  'checks/box.check.ts': `import { check } from 'fencepost';
import { Box } from '../src/box.js';
check('a letter arrives whole', (t) => {
  const box = new Box(new SharedArrayBuffer(8));
  t.thread('put', () => box.put(7));
  t.thread('take', () => box.take());
  t.after(({ take }) => {
    if (take !== 0 && take !== 7) throw new Error('wrong');
    if (take === 0 && box.cells[1] !== 7) throw new Error('lost');
  });
});
`,
  'src/count.h': `#include <stdatomic.h>
#include <pthread.h>
static atomic_int count;
static int total;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static void increment(void) {
  atomic_fetch_add(&count, 1);
  pthread_mutex_lock(&guard);
  total++;
  pthread_mutex_unlock(&guard);
}
static int unrelated(int x) { return x + 1; }
`,
  'checks/count.check.c': `#include "../src/count.h"
#include <assert.h>
static void *run(void *p) { increment(); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  increment();
  pthread_join(t, 0);
  assert(count == 2 && total == 2 && unrelated(1) == 2);
}
`,
  'src/alone.c': `#include <stdatomic.h>
atomic_int alone;
void touch(void) {
  atomic_store(&alone, 1);
}
`,
  'README.md': 'atomic_store is in here\n',
};

const edit = (file: string, from: string, to: string): void => {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, file), text.replace(from, to));
};

function review(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'review', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

beforeAll(() => {
  mkdirSync(join(folder, 'src'));
  mkdirSync(join(folder, 'checks'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'base');
});
beforeEach(() => void git('checkout', '-q', '--', '.'));

describe('fencepost review', { timeout: 120_000 }, () => {
  it('1: an atomic store that becomes plain', () => {
    edit('src/box.ts', 'Atomics.store(this.cells, 0, 1);', 'this.cells[0] = 1;');
    const { code, out } = review('--diff', 'HEAD');
    expect(out).toMatch(
      /^changed src\/box\.ts:8 put: atomic(?:, shared access)?\n {2}covered by (?:\.\/)?checks\/box\.check\.ts\nfailed /,
    );
    expect(code).toBe(1);
  });

  it('2: an atomic operation that becomes a load and a store', () => {
    edit('src/count.h', 'atomic_fetch_add(&count, 1);', 'atomic_store(&count, atomic_load(&count) + 1);');
    const { code, out } = review();
    expect(out).toMatch(
      /^changed src\/count\.h:7 increment: atomic\n {2}covered by .*count\.check\.c\nfailed .*assertion/,
    );
    expect(code).toBe(1);
  });

  it('3: a lock that is removed', () => {
    edit('src/count.h', '  pthread_mutex_lock(&guard);\n', '');
    edit('src/count.h', '  pthread_mutex_unlock(&guard);\n', '');
    const { code, out } = review();
    expect(out).toMatch(/^changed src\/count\.h:\d+ increment: lock\n {2}covered by .*\nfailed /);
    expect(code).toBe(1);
  });

  it('4: an order that is weaker, and still right', () => {
    edit('src/count.h', 'atomic_fetch_add(&count, 1)', 'atomic_fetch_add_explicit(&count, 1, memory_order_relaxed)');
    const { code, out } = review();
    expect(out).toMatch(/^changed src\/count\.h:7 increment: atomic\n {2}covered by .*\nsafe /);
    expect(code).toBe(0);
  });

  it('5: a fence that is added where no check looks', () => {
    edit(
      'src/alone.c',
      '  atomic_store(&alone, 1);\n',
      '  atomic_store(&alone, 1);\n  atomic_thread_fence(memory_order_seq_cst);\n',
    );
    expect(review()).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^changed src\/alone\.c:5 touch: fence, atomic\n {2}not covered: /) as string,
    });
  });

  it('6: a shared variable without any atomic word', () => {
    edit('src/count.h', '  total++;', '  total += 1;');
    const { code, out } = review();
    expect(out).toMatch(/^changed src\/count\.h:9 increment: shared access\n {2}covered by /);
    expect(code).toBe(0);
  });

  it('7: code that is not concurrent, but that a check runs', () => {
    edit('src/box.ts', "'a box'", "'the box'");
    edit('README.md', 'atomic_store', 'Atomics.store');
    const { code, out } = review();
    expect(out).toMatch(
      /^changed src\/box\.ts:14 describe: code that a check runs\n {2}covered by .*box\.check\.ts\nsafe /,
    );
    expect(code).toBe(0);
  });

  it('13: a file that a check needs, under another name', () => {
    git('mv', 'src/box.ts', 'src/letter.ts');
    const { code, out } = review();
    git('reset', '-q', '--hard');
    expect(out).toMatch(/^gone src\/box\.ts\n {2}covered by .*box\.check\.ts\n/);
    expect(code).toBe(2);
  });

  it('14: a check that is deleted', () => {
    rmSync(join(folder, 'checks/box.check.ts'));
    expect(review()).toMatchObject({ code: 3, out: 'gone checks/box.check.ts\n  it was a check\n' });
  });

  it('8: a comment about atomics', () => {
    edit('src/alone.c', 'void touch', '// atomic_store is enough here\nvoid touch');
    expect(review().out).toBe('no code of a check and no concurrent code changed since HEAD\n');
  });

  it('9: two functions, one of them covered', () => {
    edit('src/count.h', 'atomic_fetch_add(&count, 1)', 'atomic_fetch_add(&count, 1L)');
    edit('src/alone.c', 'atomic_store(&alone, 1)', 'atomic_store(&alone, 2)');
    const { code, out } = review();
    expect(out.match(/^changed .*/gm)).toHaveLength(2);
    expect(out).toMatch(/^safe .*count\.check\.c/m);
    expect(code).toBe(3);
  });

  it('10: the check itself, two commits ago', () => {
    edit('checks/count.check.c', '  increment();\n  pthread_join(t, 0);', '  pthread_join(t, 0);\n  increment();');
    git('commit', '-qam', 'one');
    git('commit', '-q', '--allow-empty', '-m', 'two');
    const { code, out } = review('--diff', 'HEAD~2');
    git('reset', '-q', '--hard', 'HEAD~2');
    expect(out).toMatch(
      /^changed checks\/count\.check\.c:6 outside of functions: the check itself\n {2}covered by .*count\.check\.c\nsafe /,
    );
    expect(code).toBe(0);
  });

  it('11: a file that git does not know yet, with two functions', () => {
    const text =
      '#include <stdatomic.h>\nstatic atomic_int n;\nvoid up(void) {\n  n++;\n}\nvoid down(void) {\n  atomic_fetch_sub(&n, 1);\n}\n';
    writeFileSync(join(folder, 'src/new.c'), text);
    const { code, out } = review('--diff', 'HEAD');
    rmSync(join(folder, 'src/new.c'));
    expect(out.match(/^changed .*/gm)).toEqual([
      'changed src/new.c:2 outside of functions: atomic',
      'changed src/new.c:4 up: shared access',
      'changed src/new.c:7 down: atomic',
    ]);
    expect(code).toBe(3);
  });

  it('12: a file that is only renamed, and a comment in a line of code', () => {
    git('mv', 'src/alone.c', 'src/single.c');
    edit('src/count.h', 'return x + 1;', 'return x + 1; /* atomic_load is not needed */');
    const { code, out } = review('--diff', 'HEAD');
    git('reset', '-q', '--hard');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^no code of a check and no concurrent code changed/) as string }); // prettier-ignore
  });

  it('refuses what is no commit', () => {
    expect(review('--diff', 'nowhere')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/git diff failed: .*nowhere/) as string,
    });
    expect(review('--diff=--output=x')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is not a commit/) as string,
    });
  });
});
