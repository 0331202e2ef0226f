import { LocalStates, Machine, Random } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { monitorEvents } from '@fencepost/recording';
import { dekkerOfLines, runOf } from '@fencepost/testing';

/**
 * When monitors beat exploration: `npm run bench -- beside-exploration`. Dekker's mutual exclusion with more and more
 * critical sections: all its executions under TSO, and one execution under SC, by chance, with the monitor. CPU seconds.
 */

const MOST_EXECUTIONS = 1_000_000;

function cpuSeconds<T>(work: () => T): readonly [result: T, seconds: number] {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1e6];
}

/** The order of threads in one execution under SC. */
function randomOrder(states: LocalStates, random: Random): number[] {
  const machine = new Machine(states, 'sc');
  const order: number[] = [];
  for (;;) {
    const ready = [...machine.local.keys()].filter((t) => machine.local[t] !== 0 && machine.canRun(t));
    if (ready.length === 0) return order;
    const t = ready[Math.floor(random.next() * ready.length)]!;
    machine.run(t);
    order.push(t);
  }
}

function explored(rounds: number): string {
  const states = new LocalStates(dekkerOfLines(rounds));
  const [{ executions, nonSequential }, seconds] = cpuSeconds(() =>
    exploreGraphs(states, { model: 'tso', budget: MOST_EXECUTIONS }),
  );
  const more = executions >= MOST_EXECUTIONS ? 'more than ' : '';
  return `${more}${executions} executions, ${nonSequential} not SC, ${seconds.toFixed(2)} s`;
}

function monitored(rounds: number): string {
  const states = new LocalStates(dekkerOfLines(rounds));
  const run = runOf(states, randomOrder(states, new Random(1)));
  const names = { name: '', threadName: String, placeName: String, siteOf: () => undefined };
  const recorded = { ...run, ...names };
  // What it costs to make the events is not the monitor's.
  const [, making] = cpuSeconds(() => {
    recorded.feed({ ...NOTHING });
  });
  const [{ operations: events, departures }, seconds] = cpuSeconds(() => monitorEvents(recorded, ['tso']));
  return `${events} operations, ${departures.length} pairs of lines, ${Math.max(0, seconds - making).toFixed(2)} s`;
}

const ignore = (): void => undefined;
const NOTHING = {
  load: ignore,
  store: ignore,
  update: ignore,
  swap: ignore,
  failedSwap: ignore,
  fence: ignore,
  spawn: ignore,
  join: ignore,
  free: ignore,
  outside: ignore,
};

for (const rounds of [1, 2, 3, 4, 100, 10_000, 100_000]) {
  console.log(`${rounds} critical sections per thread`);
  if (rounds <= 4) console.log(`  all executions: ${explored(rounds)}`);
  console.log(`  one recorded:   ${monitored(rounds)}`);
}
