import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkedNames } from '../src/elf.js';
import { NOTED, ONLY_HOOKED, ORDERING, plainName } from '../src/library-functions.js';
import { buildRuntime } from '../src/runtime.js';
import { RecordedPrograms, has } from './recorded-program.js';

const programs = new RecordedPrograms();
const ordering = Object.values(ORDERING).flat();

describe('functions of the C library', () => {
  it('are in one list each', () => {
    const all = [...ordering, ...ONLY_HOOKED, ...NOTED];
    expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
  });

  it.skipIf(!has('gcc'))('are those that the runtime stands in front of', { timeout: 60_000 }, () => {
    const { compilers } = buildRuntime(process.env['FENCEPOST_CACHE'] ?? programs.folder);
    const { provided } = linkedNames(path.join(compilers, '../libfencepost-recorder.so'));
    // The compiler's own functions, and those that the linker puts in the place of others.
    const own = [...provided.keys()].filter((name) => !/^__(?:tsan|wrap|atomic|cxa|fencepost)_/.test(name));
    const hooked = new Set(own.map((name) => plainName(name)));
    expect(hooked.size).toBeGreaterThan(200);
    expect([...hooked].toSorted()).toEqual([...ordering, ...ONLY_HOOKED].toSorted());
  });

  it('have the topics and the noted functions of the documentation', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../../docs/use/record.md'), 'utf8');
    const [, section = ''] = /\n## Which functions order threads\n(.*?)\n## /s.exec(page) ?? [];
    const rows = [...section.matchAll(/^\| (?!About|-)(.*?) +\| (.*?) +\|$/gm)].map(([, about, names]) => [
      about!,
      [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
    ]);
    const shown = Object.fromEntries(rows) as Record<string, string[]>;
    expect(Object.keys(shown)).toEqual([...Object.keys(ORDERING), 'noted only']);
    expect(shown['noted only']).toEqual(NOTED);
    // The page names some functions of each topic; the list has all.
    for (const [about, names] of Object.entries(ORDERING))
      expect(shown[about]!.filter((name) => !names.includes(name))).toEqual([]);
  });

  it.skipIf(!has('gcc') || !has('objdump'))('that are only noted may explain a race', { timeout: 60_000 }, async () => {
    const source = programs.at('noted.c');
    writeFileSync(
      source,
      `#define _GNU_SOURCE
       #include <pthread.h>
       #include <sys/uio.h>
       #include <unistd.h>
       static int data, flag;
       static void *sends(void *unused) {
         data = 7;
         int one = 1;
         process_vm_writev(getpid(), &(struct iovec){&one, sizeof one}, 1, &(struct iovec){&flag, sizeof flag}, 1, 0);
         return unused;
       }
       int main(void) {
         pthread_t thread;
         pthread_create(&thread, 0, sends, 0);
         while (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) == 0) usleep(100);
         int failed = data != 7;
         pthread_join(thread, 0);
         return failed;
       }\n`,
    );
    const run = await programs.watched(await programs.build(source, 'noted'));
    const notes = ['uninstrumented synchronisation is not recorded: process_vm_writev'];
    expect(run).toMatchObject({ code: 0, races: [], perhaps: 1, notes });
  });

  it.skipIf(!has('gcc') || !has('objdump'))('that fence other threads are noted', { timeout: 60_000 }, async () => {
    const source = programs.at('membarrier.c');
    writeFileSync(
      source,
      `#include <linux/membarrier.h>
       #include <pthread.h>
       #include <stdatomic.h>
       #include <sys/syscall.h>
       #include <unistd.h>
       static atomic_int x, y;
       static int left, right;
       static void *fast(void *unused) {
         atomic_store_explicit(&x, 1, memory_order_relaxed);
         atomic_signal_fence(memory_order_seq_cst);
         left = atomic_load_explicit(&y, memory_order_relaxed);
         return unused;
       }
       static void *slow(void *unused) {
         atomic_store_explicit(&y, 1, memory_order_relaxed);
         syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
         right = atomic_load_explicit(&x, memory_order_relaxed);
         return unused;
       }
       int main(void) {
         pthread_t threads[2];
         syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
         pthread_create(&threads[0], 0, fast, 0);
         pthread_create(&threads[1], 0, slow, 0);
         for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
         return left == 0 && right == 0;
       }\n`,
    );
    const run = await programs.watched(await programs.build(source, 'membarrier'));
    const notes = ['uninstrumented synchronisation is not recorded: membarrier'];
    expect(run).toMatchObject({ code: 0, races: [], violations: 0, notes });
    expect(run.perhaps).toBeGreaterThan(0);
  });
});
