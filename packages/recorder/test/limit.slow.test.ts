import { readFileSync, writeFileSync } from 'node:fs';
import { decompress, record } from '@fencepost/recorder';
import type { RecordedEvents } from '@fencepost/recording';
import { monitorEvents, openRecording, runOfBinary } from '@fencepost/recording';
import { describe, expect, it } from 'vitest';
import { RecordedPrograms, has } from './recorded-program.js';

const programs = new RecordedPrograms();

const SOURCE = `
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int late;
static void *run(void *last) {
  for (int i = 0; i < 100000; i++) atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  late++;
  return last;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0), pthread_create(&b, 0, run, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  return 0;
}
`;

/** The events of a recording, as texts. */
function eventsIn(file: string): string[] {
  const texts: string[] = [];
  const events = new Proxy({} as RecordedEvents, {
    get: (_, name) =>
      name === 'local'
        ? undefined
        : (...values: unknown[]) => texts.push(`${String(name)} ${values.slice(0, 4).join(' ')}`),
  });
  openRecording({ open: () => [readFileSync(file)], decompress }).feed(events);
  return texts;
}

describe.skipIf(!has('gcc'))('the limit of a recording', () => {
  it('keeps the first part of the run, and the program goes on', async () => {
    writeFileSync(programs.at('many.c'), SOURCE);
    const program = await programs.build(programs.at('many.c'), 'many');
    const cache = process.env['FENCEPOST_CACHE'] ?? programs.folder;
    const request = { command: [program], scheduler: 'random', depth: 3, seed: 1, cache } as const;
    const whole = await record({ ...request, output: programs.at('whole.fpr') });
    const part = await record({ ...request, output: programs.at('part.fpr'), limit: 70_000 });
    expect([whole.code, part.code]).toEqual([0, 0]);
    const { reason, operations, notes } = part.recordings[0]!.end;
    expect(reason).toBe('limit');
    expect(operations).toBeGreaterThanOrEqual(70_000 - 2_000);
    expect(operations).toBeLessThan(70_000 + 65_536);
    expect(notes!.join('\n')).toContain('nothing is known of what came later');
    const [all, first] = [eventsIn(programs.at('whole.fpr')), eventsIn(programs.at('part.fpr'))];
    expect(all.length).toBeGreaterThan(200_000);
    expect(first.length).toBeLessThan(140_000);
    for (const [i, event] of first.entries()) if (event !== all[i]) expect([i, event]).toEqual([i, all[i]]);
    // The race at the end is not in it.
    const racesIn = (file: string): number => {
      const binary = openRecording({ open: () => [readFileSync(file)], decompress });
      return monitorEvents(runOfBinary(binary, file), ['tso']).races.length;
    };
    expect(racesIn(programs.at('whole.fpr'))).toBeGreaterThan(0);
    expect(racesIn(programs.at('part.fpr'))).toBe(0);
  }, 120_000);
});
