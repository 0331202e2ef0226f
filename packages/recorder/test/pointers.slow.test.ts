import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordedPrograms, has } from './recorded-program.js';

const programs = new RecordedPrograms();
const NOTED = 'uninstrumented synchronisation is not recorded: ';

/** A lock that is not recorded, as in a library without hooks. */
const LOCK = `static volatile int word;
  void take(void) { while (__sync_lock_test_and_set(&word, 1)) sched_yield(); }
  void give(void) { __sync_lock_release(&word); }`;

/** A program: what its threads do, and what comes before. */
const program = (before: string, guarded: string): string => `
  #define _GNU_SOURCE
  #include <dlfcn.h>
  #include <pthread.h>
  #include <sched.h>
  #include <stdlib.h>
  static int data, open_data;
  ${before}
  static void *guarded(void *unused) { ${guarded} return unused; }
  static void *racing(void *unused) { open_data++; return unused; }
  int main(int count, char **words) {
    (void)words;
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, count > 1 ? racing : guarded, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return data != (count > 1 ? 0 : 2);
  }`;

const XCHG = 'int v = 1; do { __asm__ volatile("xchg %0, %1" : "+r"(v), "+m"(word) :: "memory"); } while (v);';
const ASSEMBLER = `static int word;
  static void take(void) { ${XCHG} }
  static void give(void) { int v = 0; __asm__ volatile("xchg %0, %1" : "+r"(v), "+m"(word) :: "memory"); }`;
/** The same, and counts what does not happen here: that would be recorded. */
const COUNTS = 'if (v == 2) __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);';
const COUNTING = ASSEMBLER.replace('int word', 'int word, count').replaceAll('"memory");', `"memory"); ${COUNTS}`);
const DECLARED = 'void take(void); void give(void);';
const TABLE = 'static struct { void (*take)(void), (*give)(void); } volatile lock = {take, give};';
const GUARDED = 'lock.take(); data++; lock.give();';

describe.skipIf(!has('gcc') || !has('objdump') || process.arch !== 'x64')(
  'locks without hooks, reached by pointers',
  { timeout: 120_000 },
  () => {
    beforeAll(() => {
      writeFileSync(programs.at('lock.c'), `#include <sched.h>\n${LOCK}\n`);
      const made = (...options: string[]) => spawnSync('gcc', ['-O1', '-g', programs.at('lock.c'), ...options]).status;
      expect(made('-fPIC', '-shared', '-o', programs.at('liblock.so'))).toBe(0);
      expect(made('-c', '-o', programs.at('lock.o'))).toBe(0);
    });
    const linked = [`-L${programs.folder}`, '-llock', `-Wl,-rpath,${programs.folder}`];
    const opens = `dlopen("${programs.at('liblock.so')}", RTLD_NOW)`;
    const open = `void *library = ${opens}; void (*l)(void) = dlsym(library, "take"), (*u)(void) = dlsym(library, "give");`;

    it.each([
      ['a table of assembler', program(`${ASSEMBLER}\n${TABLE}`, GUARDED), [], /xchg at/],
      ['such a table, at fixed addresses', program(`${ASSEMBLER}\n${TABLE}`, GUARDED), ['-no-pie'], /xchg at/],
      ['a table of a lock that counts', program(`${COUNTING}\n${TABLE}`, GUARDED), [], /xchg at/],
      [
        'a callback',
        program(
          `${ASSEMBLER}\nstatic void adds(void) { data++; }
           __attribute__((noipa)) static void with(void (*f)(void)) { take(); f(); give(); }`,
          'with(adds);',
        ),
        [],
        /xchg at/,
      ],
      [
        'assembler in variables',
        program(
          `${ASSEMBLER}\nstatic void (*volatile l)(void), (*volatile u)(void);
           __attribute__((constructor)) static void fill(void) { l = take; u = give; }`,
          'l(); data++; u();',
        ),
        [],
        /xchg at/,
      ],
      ['a table of a static library', program(`${DECLARED}\n${TABLE}`, GUARDED), [programs.at('lock.o')], /lock\.c:/],
      ['a table of a shared library', program(`${DECLARED}\n${TABLE}`, GUARDED), linked, /liblock\.so$/],
      [
        'functions of a shared library in variables',
        program(`${DECLARED}\nvoid (*volatile l)(void), (*volatile u)(void);`, 'l = take; u = give; l(); data++; u();'),
        linked,
        /liblock\.so$/,
      ],
      ['a library that is opened', program('', `${open} l(); data++; u();`), [], /liblock\.so$/],
      [
        'a library that is opened and closed',
        program('', `${open} l(); data++; u(); dlclose(library);`),
        [],
        /liblock\.so$/,
      ],
    ])('%s: is noted, and may explain a race', async (name, text, options, note) => {
      const source = programs.at(`${name.replaceAll(' ', '-')}.c`);
      writeFileSync(source, text);
      const built = await programs.build(source, name.replaceAll(' ', '-').replaceAll(',', ''), '-ldl', ...options);
      const run = await programs.watched(built, [], source);
      expect(run).toMatchObject({ code: 0, races: [], violations: 0, notes: [expect.stringMatching(note) as string] });
      expect([run.notes[0]!.startsWith(NOTED), run.perhaps > 0]).toEqual([true, true]);
      // What has nothing to do with it remains a race.
      const other = await programs.watched(built, ['racing'], source);
      expect({ code: other.code, races: other.races.length }).toEqual({ code: 0, races: 1 });
    });

    it.each([
      ['by the handle of the C library', 'dlopen("libc.so.6", RTLD_NOW)'],
      ['by no handle', 'RTLD_DEFAULT'],
      ['after the program', 'RTLD_NEXT'],
      ['by the handle of all', 'dlopen(NULL, RTLD_NOW)'],
    ])('mutexes of the C library that are found %s are recorded', async (name, handle) => {
      const file = name.replaceAll(' ', '-');
      const source = programs.at(`${file}.c`);
      const text = program(
        'static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; typedef int (*function)(pthread_mutex_t *);',
        `function l = (function)dlsym(${handle}, "pthread_mutex_lock"), u = (function)dlsym(${handle}, "pthread_mutex_unlock");
         if (l == 0 || u == 0) abort();
         l(&m); data++; u(&m);`,
      );
      writeFileSync(source, text);
      const built = await programs.build(source, file, '-ldl');
      expect(await programs.watched(built, [], source)).toMatchObject({ code: 0, races: [], perhaps: 0, notes: [] });
      expect((await programs.watched(built, ['racing'], source)).races).toHaveLength(1);
    });
  },
);
