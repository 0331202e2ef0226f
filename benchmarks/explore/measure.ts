import type { ModelName, Schedule } from '@fencepost/core';
import { LocalStates, Machine, linearise } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import type { PeerCount } from '@fencepost/testing';

/** What `npm run bench -- explore --json` prints for one program and model. */
export interface Measurement {
  readonly program: string;
  readonly model: ModelName;
  readonly executions: number;
  readonly blocked: number;
  /** Executions per second of CPU time, warm. */
  readonly perSecond: number;
  /** `perSecond` divided by the rate of replaying the same executions with no analysis. */
  readonly bareRatio: number;
}

/** CPU seconds spent warming up, and measuring, each of the two rates. */
const WARM_UP = 0.7;
const MEASURE = 1.5;
/** Executions replayed, evenly chosen from all. */
const REPLAYED = 4096;

export function measure(peer: PeerCount, model: ModelName): Measurement {
  const states = new LocalStates(peer.make());
  const { executions, blocked } = exploreGraphs(states, { model });
  const perSecond = executions * repeatsPerSecond(() => exploreGraphs(states, { model }));
  const bare = barePerSecond(states, model, executions);
  return { program: peer.name, model, executions, blocked, perSecond, bareRatio: perSecond / bare };
}

/** How often `work` can be done per CPU second: the median, once the just-in-time compiler has settled. */
function repeatsPerSecond(work: () => void): number {
  for (let spent = 0; spent < WARM_UP;) spent += cpuSeconds(work);
  const times: number[] = [];
  for (let spent = 0; spent < MEASURE || times.length < 3; spent += times.at(-1)!) times.push(cpuSeconds(work));
  times.sort((a, b) => a - b);
  return 1 / times[times.length >> 1]!;
}

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(user + system, 1) / 1e6;
}

function barePerSecond(states: LocalStates, model: ModelName, executions: number): number {
  const every = Math.ceil(executions / REPLAYED);
  const scripts: Int32Array[] = [];
  let seen = 0;
  exploreGraphs(states, {
    model,
    onExecution: (execution) => {
      if (seen++ % every === 0) scripts.push(compact(states, linearise(execution.trace(), model)!));
    },
  });
  const start = new Machine(states, model);
  const machine = new Machine(states, model);
  return (
    scripts.length *
    repeatsPerSecond(() => {
      for (const script of scripts) {
        machine.copyFrom(start);
        perform(machine, script);
      }
    })
  );
}

/** Steps as pairs: thread index, and -1 to run or the rank of the store to commit. */
function compact(states: LocalStates, schedule: Schedule): Int32Array {
  return Int32Array.from(
    schedule.flatMap((step) => [states.threads.indexOf(step.thread), step.kind === 'run' ? -1 : step.rank]),
  );
}

function perform(machine: Machine, script: Int32Array): void {
  for (let i = 0; i < script.length; i += 2) {
    const rank = script[i + 1]!;
    if (rank < 0) machine.run(script[i]!);
    else machine.commit(script[i]!, rank);
  }
}
