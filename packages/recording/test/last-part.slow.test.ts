import { isWatched, modelNames } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import type { RecordedEvents } from '../src/events.js';
import { EventMonitor } from '../src/monitor/event-monitor.js';
import { RaceMonitor } from '../src/races/race-monitor.js';
import { randomEvents } from './random-events.js';

const RUNS = Number(process.env['FENCEPOST_RECORDINGS'] ?? 300);

type Told = (events: RecordedEvents) => void;

/** The events of a run, each with a site of its own: its number. */
function listed(run: ReturnType<typeof randomEvents>): { readonly events: Told[]; readonly live: Set<number>[] } {
  const events: Told[] = [];
  const live = [new Set(Array.from({ length: run.roots }, (_, t) => t))];
  const keep = (tell: (events: RecordedEvents, site: number) => void): void => {
    const site = events.length;
    events.push((to) => tell(to, site));
    live.push(new Set(live.at(-1)));
  };
  run.feed({
    load: (t, place, code) => keep((to, site) => to.load(t, place, code, site)),
    store: (t, place, code, _, low, high) => keep((to, site) => to.store(t, place, code, site, low, high)),
    update: (t, place, code, _, low, high) => keep((to, site) => to.update(t, place, code, site, low, high)),
    swap: (t, place, code, _, change) => keep((to, site) => to.swap(t, place, code, site, change)),
    failedSwap: (t, place, code, _, change) => keep((to, site) => to.failedSwap(t, place, code, site, change)),
    fence: (t, code) => keep((to, site) => to.fence(t, code, site)),
    spawn: (t, child) => {
      keep((to, site) => to.spawn(t, child, site));
      live.at(-1)!.add(child);
    },
    join: (t, child) => {
      keep((to, site) => to.join(t, child, site));
      live.at(-1)!.delete(child);
    },
    free: (t, place) => keep((to, site) => to.free(t, place, site)),
    // What is assumed about code without hooks depends on earlier events.
    outside: () => undefined,
  });
  return { events, live };
}

describe('the last part of a run', () => {
  it('has no finding that the whole run does not have', { timeout: 120_000 }, () => {
    const models = modelNames(isWatched);
    const found = { pairs: 0, late: 0, races: 0, missed: 0 };
    for (let seed = 1; seed <= RUNS; seed++) {
      const run = randomEvents(seed * 104729, 60);
      const { events, live } = listed(run);
      const from = Math.floor(events.length / (2 + (seed % 4)));
      const alive = [...live[from]!];
      const roots = 1 + Math.max(...alive);
      const whole = {
        monitor: new EventMonitor(models, { roots: run.roots, initialValue: () => 0n }),
        races: new RaceMonitor(run.roots),
      };
      const part = {
        monitor: new EventMonitor(models, { roots, initialValue: () => undefined }),
        races: new RaceMonitor(roots),
      };
      for (const tell of events) for (const to of [whole.monitor, whole.races]) tell(to);
      for (const to of [part.monitor, part.races]) {
        for (let t = 0; t < roots; t++) if (!alive.includes(t)) to.join(alive[0]!, t, 0);
        for (const tell of events.slice(from)) tell(to);
      }
      const key = ({ model, site, writeSite }: EventMonitor['departures'][number]): string =>
        `${model} ${site} ${writeSite}`;
      const all = new Set(whole.monitor.departures.map(key));
      const late = whole.monitor.departures.filter(({ site, writeSite }) => site >= from && writeSite >= from);
      const own = new Set(part.monitor.departures.map(key));
      for (const each of own) expect(all, `seed ${seed}`).toContain(each);
      const racy = new Set(whole.races.races.map(({ place }) => place));
      for (const { place } of part.races.races) expect(racy, `seed ${seed}`).toContain(place);
      found.pairs += own.size;
      found.late += late.length;
      found.missed += late.filter((each) => !own.has(key(each))).length;
      found.races += part.races.races.length;
    }
    expect(found.pairs).toBeGreaterThan(RUNS);
    expect(found.races).toBeGreaterThan(RUNS);
    // Only where it depends on a lost value whether a compare-and-swap fails.
    expect(found.missed).toBeLessThan(found.late / 50);
  });
});
