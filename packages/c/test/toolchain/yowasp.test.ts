import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lower64 } from '../../src/link/lower64.js';
import { Helpers, irToObject, link } from '../../src/toolchain/back-end.js';
import { NO_CACHE } from '../../src/toolchain/cache.js';
import { compileToIr } from '../../src/toolchain/compile.js';
import { checkFlags } from '../../src/toolchain/flags.js';
import { locatePackage } from '../../src/toolchain/locate.js';
import { YOWASP, loadYowasp } from '../../src/toolchain/yowasp-package.js';
import { instantiate } from '../link/tools.js';

const SOURCE = `
#include <errno.h>
#include <float.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <time.h>
#include <stdatomic.h>
#include "part/value.h"
_Static_assert(sizeof(long) == 8 && sizeof(void *) == 8, "as on 64-bit Linux");
_Static_assert(EBUSY == 16 && ETIMEDOUT == 110 && EAGAIN == 11 && EDEADLK == 35, "errors");
_Static_assert(SIZE_MAX == UINT64_MAX && INTPTR_MAX == INT64_MAX && UINT_FAST16_MAX == UINT64_MAX, "limits");
_Static_assert(sizeof(int_fast16_t) == 8 && sizeof(clockid_t) == 4 && sizeof(sigset_t) == 128, "types");
_Static_assert(CLOCK_MONOTONIC == 1 && LDBL_MANT_DIG == 64 && PROT_READ == 1 && SIGALRM == 14, "numbers");
int *number_of_error(void) { return &errno; }
int *__errno_location(void) { static int error; return &error; }
static atomic_long x = VALUE;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
long __fp_start(long a, long b) { return atomic_fetch_add(&x, a) + b; }
`;

const path = locatePackage(YOWASP);

describe.skipIf(path === undefined)('@yowasp/clang', () => {
  it('compiles and links without an installed compiler', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fencepost-test-'));
    try {
      const source = join(folder, 'a.c');
      writeFileSync(source, SOURCE);
      const include = mkdtempSync(join(folder, 'include-'));
      const flags = checkFlags([`-I${include}`], false);
      const toolchain = await loadYowasp(path!);
      await expect(compileToIr(toolchain, source, flags, 'lp64')).rejects.toMatchObject({
        compilerOutput: expect.stringContaining("'part/value.h' file not found") as string,
      });
      mkdtempSync(join(include, 'other-'));
      const header = join(include, 'value.h');
      writeFileSync(header, '#define VALUE 5\n');
      writeFileSync(source, SOURCE.replace('part/', ''));
      const { ir, dependencies } = await compileToIr(toolchain, source, flags, 'lp64');
      expect(dependencies.filter((path) => !path.includes('frameworks/as-linux'))).toEqual([source, header]);
      // Its accesses are not instrumented here.
      const plain = ir.replace(/^target .*$/gm, '').replaceAll(/"(?:target|tune)-[a-z]+"="[^"]*"/g, '');
      const objects = [await irToObject(toolchain, plain, 'lp64')];
      const helpers = new Helpers(toolchain, 'lp64', NO_CACHE, '');
      const { __fp_start: start } = instantiate(lower64(await link(toolchain, objects, helpers, 'lp64')));
      expect([start!(2n, 10n), start!(2n, 10n)]).toEqual([15n, 17n]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
