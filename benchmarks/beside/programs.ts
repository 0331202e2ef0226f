import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../repository.js';
import { loadMemcached } from '../experiments/memcached-load.js';
import { sourceText } from '../experiments/source-text.js';

/** A program of Debian's that is built three times. */
export interface BesideProgram {
  readonly name: string;
  /** The source package. */
  readonly from: string;
  /** Shell commands in a copy of the sources. CC, CXX, CFLAGS and LDFLAGS are set. */
  readonly build: string;
  /** The command, in the same folder. */
  readonly run: readonly string[];
  /** What has to be there before, and what happens meanwhile. */
  readonly prepare?: (folder: string) => void;
  readonly meanwhile?: (folder: string, signal: AbortSignal) => Promise<void>;
}

const LOADS = join(REPOSITORY, 'benchmarks', 'beside');
const PORT = 21_212;

export const BESIDE_PROGRAMS: readonly BesideProgram[] = [
  {
    name: 'xz',
    from: 'xz-utils',
    build:
      './configure --quiet --disable-shared --disable-nls --disable-scripts --disable-doc && make -s -C src/liblzma && make -s -C src/xz',
    run: ['src/xz/xz', '-T4', '-1', '--block-size=64K', '-k', '-f', 'input'],
    prepare: (folder) => writeFileSync(join(folder, 'input'), sourceText(folder).slice(0, 300_000)),
  },
  {
    name: 'zstd',
    from: 'libzstd',
    build: 'make -s -C programs zstd MOREFLAGS="$LDFLAGS"',
    run: ['programs/zstd', '-q', '-f', '-T4', '-B64K', 'input', '-o', 'output.zst'],
    prepare: (folder) => writeFileSync(join(folder, 'input'), sourceText(folder).slice(0, 1_000_000)),
  },
  {
    name: 'LevelDB',
    from: 'leveldb',
    build: `cmake -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="$CFLAGS" -DLEVELDB_BUILD_TESTS=OFF -DLEVELDB_BUILD_BENCHMARKS=OFF \
-DHAVE_SNAPPY=OFF -DHAVE_CRC32C=OFF -DHAVE_TCMALLOC=OFF . && make -s leveldb && \
$CXX $CFLAGS -std=c++14 -Iinclude '${LOADS}/leveldb.cc' libleveldb.a -o load -pthread`,
    run: ['./load', '4', '2000', 'database'],
  },
  {
    name: 'SQLite',
    from: 'sqlite3',
    build:
      './configure --quiet --disable-tcl --disable-readline && make -s sqlite3.c && $CC $CFLAGS -I. test/threadtest4.c sqlite3.c -o threadtest4 -ldl -lm -pthread',
    run: ['./threadtest4', '--multithread', '2'],
    prepare: (folder) => {
      for (const each of ['', '-wal', '-shm', '-journal']) rmSync(join(folder, `tt4-test1.db${each}`), { force: true });
    },
  },
  {
    name: 'memcached',
    from: 'memcached',
    build: './configure --quiet --disable-docs --disable-extstore && make -s memcached',
    run: ['./memcached', '-u', 'root', '-t', '4', '-l', '127.0.0.1', '-p', String(PORT), '-P', 'memcached.pid'],
    prepare: (folder) => rmSync(join(folder, 'memcached.pid'), { force: true }),
    meanwhile: (folder, signal) => loadMemcached(PORT, join(folder, 'memcached.pid'), signal),
  },
  {
    name: 'mimalloc',
    from: 'mimalloc',
    build: '$CC $CFLAGS -Iinclude src/static.c test/test-stress.c -o test-stress -pthread',
    run: ['./test-stress', '4', '2', '2'],
  },
  {
    name: 'liburcu',
    from: 'liburcu',
    build: `./configure --quiet --disable-shared && make -s -C src && $CC $CFLAGS -Iinclude '${LOADS}/urcu.c' -o load \
src/.libs/liburcu-mb.a src/.libs/liburcu-cds.a src/.libs/liburcu-common.a -pthread`,
    run: ['./load', '5000'],
  },
  {
    name: 'ck',
    from: 'ck',
    // With builtins of the compiler in place of assembly code, and all fences.
    build: `./configure --memory-model=rmo > configure.log && $CC $CFLAGS -D_GNU_SOURCE -DCK_USE_CC_BUILTINS -Iinclude \
regressions/ck_ring/validate/ck_ring_spsc.c src/ck_barrier_centralized.c -o ring -pthread`,
    run: ['./ring', '2', '1', '4'],
  },
];
