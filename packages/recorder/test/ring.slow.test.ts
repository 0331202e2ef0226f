import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { decompress, record } from '@fencepost/recorder';
import type { MonitoredEvents, RecordedEvents } from '@fencepost/recording';
import { monitorEvents, openRecording, runOfBinary } from '@fencepost/recording';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordedPrograms, has } from './recorded-program.js';

const programs = new RecordedPrograms();
const common = {
  scheduler: 'random',
  depth: 3,
  seed: 1,
  cache: process.env['FENCEPOST_CACHE'] ?? programs.folder,
} as const;

const opened = (file: string) => openRecording({ open: () => [readFileSync(file)], decompress });

/** Returns the events of a recording, without the numbers of places: they are given anew. */
function eventsIn(file: string): string[] {
  const texts: string[] = [];
  const events = new Proxy({} as RecordedEvents, {
    get: (_, name) =>
      name === 'local'
        ? undefined
        : (thread: number, place: number, ...rest: number[]) =>
            texts.push(`${String(name)} ${thread} ${name === 'join' || name === 'spawn' ? place : ''} ${rest[1]}`),
  });
  opened(file).feed(events);
  return texts;
}

function monitored(file: string): MonitoredEvents {
  return monitorEvents(runOfBinary(opened(file), file), ['tso', 'rc11'], undefined, true);
}

const pairsOf = ({ departures }: MonitoredEvents): string[] =>
  departures.map(({ model, site, writeSite }) => `${model} ${site} ${writeSite}`).toSorted();

describe.skipIf(!has('gcc'))('the ring of a recording', () => {
  let program = '';
  beforeAll(async () => {
    program = await programs.build(new URL('programs/ring.c', import.meta.url).pathname, 'ring');
  }, 110_000);

  it.each([1_000, 10_000])(
    'keeps the last %i operations, and what is found in them',
    async (ring) => {
      const command = [program];
      const whole = await record({ ...common, command, output: programs.at('whole.fpr') });
      const part = await record({ ...common, command, output: programs.at('part.fpr'), ring });
      expect([whole.code, part.code]).toEqual([0, 0]);
      const { reason, notes } = part.recordings[0]!.end;
      expect(reason).toBe('exit');
      expect(notes!.join('\n')).toContain('what came before it is unknown');
      const all = eventsIn(programs.at('whole.fpr'));
      const last = eventsIn(programs.at('part.fpr'));
      expect(last.length).toBeGreaterThanOrEqual(ring);
      expect(last.length).toBeLessThan(all.length);
      // A quarter more are kept, and `memset` is one of these but eight accesses.
      expect(part.recordings[0]!.end.operations).toBeLessThan(3 * ring);
      // Memory that was freed, and not accessed since the part begins, has no events.
      const withoutFree = (texts: readonly string[]): string[] =>
        texts.filter((text) => !text.startsWith('free') && !text.startsWith('join 0'));
      const tail = withoutFree(last);
      expect(tail).toEqual(withoutFree(all).slice(-tail.length));
      const [before, after] = [monitored(programs.at('whole.fpr')), monitored(programs.at('part.fpr'))];
      expect(pairsOf(after)).toEqual(pairsOf(before));
      expect(pairsOf(after).length).toBeGreaterThan(0);
      const racesOf = ({ races }: MonitoredEvents): string[] =>
        races.map(({ site, otherSite }) => [site, otherSite].toSorted().join(' '));
      expect(racesOf(after)).toEqual(racesOf(before));
      const predictedOf = ({ predicted }: MonitoredEvents): string[] =>
        predicted!.races.map(({ last }) => last.map(({ site }) => site).join(' '));
      expect(predictedOf(after)).toEqual(predictedOf(before));
      expect(after.predicted!.deadlocks).toEqual([]);
    },
    110_000,
  );

  it('is written while the program runs, by a signal', async () => {
    const [go, ready] = [programs.at('go'), programs.at('ready')];
    let heard = '';
    const say = (text: string): void => {
      heard += `${text}\n`;
      if (text.includes('part')) writeFileSync(go, '');
    };
    const timer = setInterval(() => {
      if (existsSync(ready) && !existsSync(go)) process.kill(process.pid, 'SIGUSR2');
    }, 700);
    const output = programs.at('signalled.fpr');
    const { code } = await record({
      ...common,
      command: [program, go, ready],
      output,
      ring: 10_000,
      say: (text) => say(text.replace('signalled.1.fpr', 'part')),
    });
    clearInterval(timer);
    expect(code).toBe(0);
    expect(heard).toContain('kill -USR2');
    const first = opened(programs.at('signalled.1.fpr'));
    expect(first.end.reason).toBe('snapshot');
    expect(first.end.notes!.join('\n')).toContain('the program went on');
    const [part, last] = [eventsIn(programs.at('signalled.1.fpr')), eventsIn(output)];
    expect(part.length).toBeGreaterThanOrEqual(10_000);
    // All but the last access.
    const after = last.findLastIndex((_, i) => part.slice(-20).every((text, k) => last[i - 19 + k] === text));
    expect(last.slice(after + 1)).toHaveLength(2);
  }, 110_000);
});
