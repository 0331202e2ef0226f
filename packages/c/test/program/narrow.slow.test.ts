import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkProgram } from '@fencepost/check';
import { afterAll, describe, expect, it } from 'vitest';
import { build } from '../../src/build/build.js';
import { DEFAULT_BOUNDS, compiledProgram } from '../../src/program.js';
import { hasClang } from '../link/tools.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-narrow-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Preprocessed for 32 bits: no headers of a C library are read. */
const LINUX = `
typedef long time_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; long tv_usec; };
`;
/** The same on WASI. */
const WASI = `
typedef long long time_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; long long tv_usec; };
`;

const PROGRAM = `
extern time_t time(time_t *);
extern int clock_gettime(int, struct timespec *);
extern int gettimeofday(struct timeval *, void *);
extern int nanosleep(const struct timespec *, struct timespec *);
extern char *strerror(int);
extern int strcmp(const char *, const char *);
extern int sscanf(const char *, const char *, ...);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(x) ((x) ? (void)0 : __assert_fail(#x, "p.c", __LINE__, "main"))

int main(void) {
  time_t first, second = time(&first);
  assert(first == second && first >= 1000000000);
  struct { struct timespec time; int guard; } now = {{0, 0}, 77};
  clock_gettime(0, &now.time);
  assert(now.time.tv_sec == first && now.time.tv_nsec > 0 && now.time.tv_nsec < 1000000 && now.guard == 77);
  struct { struct timeval time; int guard; } later = {{0, 0}, 78};
  struct timespec second_long = {1, 500};
  assert(nanosleep(&second_long, 0) == 0);
  gettimeofday(&later.time, 0);
  assert(later.time.tv_sec == first + 1 && later.time.tv_usec > 0 && later.guard == 78);
  assert(strcmp(strerror(16), "Device or resource busy") == 0);
  struct { long number; int guard; } read = {0, 79};
  double fraction = 0;
  assert(sscanf("12 0.5", "%ld %lf", &read.number, &fraction) == 2);
  assert(read.number == 12 && read.guard == 79 && fraction == 0.5);
  return 0;
}
`;

describe.skipIf(!hasClang)('programs of 32 bits', () => {
  it.each([
    ['Linux', LINUX, 4],
    ['WASI', WASI, 8],
  ])('have the time, error texts and numbers of %s', async (name, types, timeSize) => {
    const file = join(folder, `${name}.c`);
    writeFileSync(file, types + PROGRAM);
    const built = await build({ files: [file], flags: [], door: 'wasm32', cache: false });
    expect(built.tables.timeSize).toBe(timeSize);
    const [check] = checkProgram(compiledProgram(file, built, DEFAULT_BOUNDS), { models: ['sc'], all: true });
    expect(check!.failures.map(({ message }) => message)).toEqual([]);
    expect(check!.verdict).toBe('safe');
  });
});
