import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import { DEFAULT_BOUNDS, build, compiledProgram } from '@fencepost/c';
import type { Exploration } from '@fencepost/explore';
import { exploreGraphs } from '@fencepost/explore';
import { REPOSITORY } from '../repository.js';
import type { BenchProgram } from './programs.js';

/** What `npm run bench -- c --json` prints for one program. Rates are executions per second of CPU time under TSO. */
export interface Measurement {
  readonly program: string;
  readonly executions: number;
  readonly blocked: number;
  /** From C, with the local states of its threads known. */
  readonly known: number;
  /** From C, from the built module on: with all that has to be discovered by running its threads. */
  readonly discovering: number;
  /** Local states, and runs of threads with a result that were needed to know them. */
  readonly states: number;
  readonly runs: number;
  /** CPU microseconds of discovery, the difference of the rates above, by run. */
  readonly perRun: number;
  /** The same program as generator functions, with its local states known; and with their discovery. */
  readonly generators: number;
  readonly discoveringGenerators: number;
  /** From the source that the peer was measured on, local states known. */
  readonly own?: number | undefined;
}

/** The sources the peers were measured on, if they are there. */
const peers = [process.env['FENCEPOST_PEERS'], join(REPOSITORY, '..', 'shared', 'peer-programs')].find(
  (path) => path !== undefined && existsSync(path),
);

/** The rate on the source that the peer was measured on, with its local states known: alone in its process, as the peer was. */
export async function measureOwn({ name, own }: BenchProgram): Promise<number | undefined> {
  if (own === undefined || peers === undefined) return undefined;
  const built = await build({ files: [join(peers, own.file)], flags: own.flags });
  const { states, executions } = discovered(compiledProgram(name, built, { ...DEFAULT_BOUNDS, unroll: UNROLL }));
  return alternating([() => exploreGraphs(states, { model: 'tso' })])[0]! * executions;
}

const ROUNDS = 7;
/** CPU seconds for warming up, and for one measurement, of each rate. */
const WARM_UP = 0.6;
const AT_LEAST = 0.08;
export const UNROLL = 64;

/** Our own versions of the programs. */
export const SOURCES = join(REPOSITORY, 'corpus', 'peers');

export async function measure({ name, file, flags, generators }: BenchProgram): Promise<Measurement> {
  const built = await build({ files: [join(SOURCES, file)], flags });
  const fresh = (): Program => compiledProgram(name, built, { ...DEFAULT_BOUNDS, unroll: UNROLL });
  const compiled = discovered(fresh());
  const written = discovered(generators());
  const { executions, blocked } = compiled;
  if (written.executions !== executions || written.blocked !== blocked) {
    throw new Error(`${name}: ${executions} executions from C, ${written.executions} from generator functions`);
  }
  const [known, discovering, generated, discoveringGenerators] = alternating([
    () => exploreGraphs(compiled.states, { model: 'tso' }),
    () => discovered(fresh()),
    () => exploreGraphs(written.states, { model: 'tso' }),
    () => discovered(generators()),
  ]).map((perSecond) => perSecond * executions);
  const { size, runs } = compiled.states;
  return {
    program: name,
    executions,
    blocked,
    known: known!,
    discovering: discovering!,
    states: size,
    runs,
    perRun: ((executions / discovering! - executions / known!) * 1e6) / runs,
    generators: generated!,
    discoveringGenerators: discoveringGenerators!,
  };
}

/** Explores a program that nothing is known of. */
function discovered(program: Program): Exploration {
  return withRestarts(() => exploreGraphs(new LocalStates(program), { model: 'tso' }));
}

/** How often each can be done per CPU second: the medians of measurements that take turns, so that noise hits all. */
export function alternating(works: readonly (() => void)[]): number[] {
  const repeats = works.map((work) => {
    let spent = 0;
    let times = 0;
    for (; spent < WARM_UP; times++) spent += cpuSeconds(work);
    return Math.max(1, Math.ceil((AT_LEAST * times) / spent));
  });
  const rates = works.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    works.forEach((work, i) => {
      const times = repeats[i]!;
      const seconds = cpuSeconds(() => {
        for (let n = 0; n < times; n++) work();
      });
      rates[i]!.push(times / seconds);
    });
  }
  return rates.map(median);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(user + system, 1) / 1e6;
}
