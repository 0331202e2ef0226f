import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Report, WhyKind } from '@fencepost/report';
import { describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';

const root = path.join(import.meta.dirname, '..');
const inCorpus = (file: string): string => path.join(root, 'corpus', file);

/** Programs that fail, with their flags: under SC or only under weaker models, with and without a repair. */
const FAILING: readonly (readonly [file: string, ...flags: string[]])[] = [
  ['locks/cas_mutex_early.c'],
  ['locks/peterson_turn_first.c'],
  ['locks/peterson_orders.c', '-DWEAK'],
  ['locks/ttas.c', '-DRELAXED'],
  ['locks/seqlock.c', '-DNO_CHECK'],
  ['locks/rwlock.c', '-DBUG'],
  ['deadlocks/abba.c'],
  ['deadlocks/philosophers.c'],
  ['deadlocks/no_signal.c'],
  ['deadlocks/lost_wakeup_tso.c'],
  ['memory/use_after_free_race.c'],
  ['memory/double_free_race.c'],
  ['memory/null_race.c'],
  ['structures/treiber_free.c'],
  ['structures/msqueue.c', '-DRELAXED'],
  ['structures/ring.c', '-DPLAIN'],
  ['structures/refcount.c', '-DPLAIN'],
  ['library/cond_lost_wakeup.c'],
  ['cxx/condition_variable.cpp', '-DLOST'],
  ['atomics/sb.c'],
];

/** Programs with an ordinary bug: its pattern, and the lines that show it. */
const PATTERNS: readonly (readonly [file: string, kind: WhyKind, lines: readonly number[], ...flags: string[]])[] = [
  ['attacks/ends/poller_and_deadlock.c', 'lock order', [8, 17]],
  ['attacks/waiting/cycle_of_three.c', 'lock order', [14, 14, 14]],
  ['attacks/waiting/wake_without_lock.c', 'lost wake-up', [10, 18, 11]],
  ['cxx/abba.cpp', 'lock order', [9, 13]],
  ['deadlocks/abba.c', 'lock order', [7, 7]],
  ['deadlocks/no_signal.c', 'missing wake-up', []],
  ['deadlocks/philosophers.c', 'lock order', [17, 17, 17]],
  ['library/cond_lost_wakeup.c', 'lost wake-up', [11, 19, 12]],
  ['library/cond_signal_first.c', 'lost wake-up', [16, 9]],
  ['library/semaphore_two.c', 'lost update', [11, 11, 11]],
  ['locks/cas_mutex_early.c', 'check then act', [13, 13, 15, 15]],
  ['memory/bitfields.c', 'lost update', [11, 16, 11]],
  ['memory/double_free_race.c', 'double free', [12, 15, 15]],
  ['memory/heap_race_beyond.c', 'check then act', [15, 10, 16]],
  ['memory/null_race.c', 'check then act', [14, 9, 15]],
  ['memory/use_after_free_race.c', 'use after free', [8, 16, 8]],
  ['structures/refcount.c', 'lost update', [21, 21, 21], '-DPLAIN'],
  ['structures/treiber_free.c', 'use after free', [13, 17, 15]],
  ['deadlocks/philosophers.c', 'lock order', [17, 17], '-DN=2'],
];

/** Programs that fail for other reasons. */
const OTHERS = [
  'attacks/ends/both_fail.c',
  'attacks/ends/joined_twice.c',
  'attacks/waiting/one_unlock_short.c',
  'attacks/waiting/opposite_semaphores.c',
  'deadlocks/forgotten_unlock.c',
  'deadlocks/self.c',
  'deadlocks/two_conditions.c',
  'library/abort.c',
  'library/cond_missing_while.c',
  'library/mutex_foreign_unlock.c',
  'locks/peterson_turn_first.c',
  'memory/array_global_beyond.c',
  'memory/null.c',
];

/** Two threads that race in another file, and `main`, which races with one of them. */
const MAIN = `#include "count.h"
#include <assert.h>
#include <pthread.h>
void *run(void *unused) { add(); return 0; }
int main(void) {
  pthread_t one, two; pthread_create(&one, 0, run, 0); pthread_create(&two, 0, run, 0); pthread_join(one, 0);
  assert(count > 0 && count < 3); pthread_join(two, 0); assert(count == 2);
}
`;

const withFlags = (flags: readonly string[]): string[] => (flags.length === 0 ? [] : ['--', ...flags]);

/** What a terminal of 100 columns shows. */
async function shown(file: string, ...flags: string[]): Promise<string[]> {
  const args = ['check', file, '--no-config', '--color', 'never', '--progress', 'none', ...withFlags(flags)];
  const { out } = await fencepost(args, { outIsTerminal: true, columns: 100 });
  return out.trimEnd().split('\n');
}

async function failuresOf(files: readonly string[], ...flags: string[]): Promise<Report['checks']> {
  const args = ['check', ...files, '--model', 'sc', '--no-config', '--format', 'json', ...withFlags(flags)];
  return (JSON.parse((await fencepost(args)).out) as Report).checks;
}

describe.skipIf(!canCompile)('stories of failing programs', { timeout: 600_000 }, () => {
  it('are short, and show each bug once', async () => {
    const lengths: number[] = [];
    let causes = 0;
    for (const [file, ...flags] of FAILING) {
      const lines = await shown(inCorpus(file), ...flags);
      lengths.push(lines.length);
      expect(lines.at(-1), file).toMatch(/^1 program fails: \d+ bugs? under /);
      const text = lines.join('\n');
      // No advice for a single execution beside a repair that was checked.
      expect(text.match(/^ +Fix /gm)?.length ?? 0, file).toBeLessThanOrEqual(1);
      expect(text, file).not.toContain('Not possible under SC');
      // Whoever reads ten lines knows the cause, if it is known.
      const why = lines.findIndex((line) => /^ +Why /.test(line));
      expect(why, file).toBeLessThan(10);
      if (why >= 0) causes++;
    }
    const median = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)]!;
    expect(median, lengths.join()).toBeLessThanOrEqual(30);
    expect(causes).toBeGreaterThanOrEqual(17);
  });

  it('fit on a screen for the first example', async () => {
    const lines = await shown(path.join(root, 'examples/c/message.c'));
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(lines.filter((line) => line.includes('message.c')).length).toBeLessThanOrEqual(3); // title and commands
  });

  it('say why, where the bug is an ordinary one', async () => {
    const plain = PATTERNS.filter(([, , , ...flags]) => flags.length === 0);
    const checks = await failuresOf(plain.map(([file]) => inCorpus(file)));
    const found = checks.map(({ failures: [failure] }) => {
      const { why, story } = failure!.counterexample!;
      return [why?.kind, why?.steps.map((step) => story.steps[step]!.site?.line)];
    });
    expect(found).toEqual(plain.map(([, kind, lines]) => [kind, lines]));
  });

  it('say why, with flags', async () => {
    for (const [file, kind, lines, ...flags] of PATTERNS.filter((row) => row.length > 3)) {
      const [check] = await failuresOf([inCorpus(file)], ...flags);
      const { why, story } = check!.failures[0]!.counterexample!;
      expect([why?.kind, why?.steps.map((step) => story.steps[step]!.site?.line)]).toEqual([kind, lines]);
    }
  });

  it('say who can no longer unlock', async () => {
    const checks = await failuresOf(
      ['deadlocks/forgotten_unlock.c', 'deadlocks/self.c', 'deadlocks/abba.c'].map(inCorpus),
    );
    const waiting = checks.map(({ failures: [failure] }) =>
      failure!.counterexample!.story.threads.map(({ waits }) => waits ?? '').join(),
    );
    expect(waiting).toEqual([
      expect.stringMatching(/lock mutex \(held by (thread \d) since line 8; \1 has ended\)/),
      expect.stringContaining('lock mutex (held by itself since line 7)'),
      expect.not.stringContaining('has ended'),
    ]);
  });

  it('say what is not atomic, and name the places of races in other files', async () => {
    const ring = await shown(inCorpus('structures/ring.c'), '-DPLAIN');
    expect(ring.join(' ').replaceAll(/ +/g, ' ')).toContain(
      'does not synchronise with it: line 28 is not atomic and line 35 is not atomic. also a data race on tail, lines 28 and 35;',
    );
    const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-stories-'));
    const add = 'static void add(void) {\n  int before = count;\n  count = before + 1;\n}\n';
    writeFileSync(path.join(folder, 'count.h'), `static int count;${'\n'.repeat(7)}${add}`);
    const main = path.join(folder, 'main.c');
    writeFileSync(main, MAIN);
    const counted = await shown(main);
    rmSync(folder, { recursive: true });
    expect(counted.join(' ').replaceAll(/ +/g, ' ')).toContain(
      'also a data race on count, count.h:9, count.h:10 and main.c:7 ',
    );
  });

  it('say nothing where it is another', async () => {
    const checks = await failuresOf(OTHERS.map(inCorpus));
    const told = checks.map(({ failures: [failure] }) => failure!.counterexample?.why?.text);
    expect(told).toEqual(OTHERS.map(() => undefined));
  });
});
