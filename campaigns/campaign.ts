import type { Begun, Runner } from '@fencepost/workers';
import { InProcess } from '@fencepost/workers';
import type { Examination } from './examine.js';
import { differencesOf, examine } from './examine.js';
import type { FrontEnd } from './front-end.js';
import type { Program } from './program/ast.js';
import { Random } from './random.js';
import { isSound, smaller } from './shrink.js';
import { Tally } from './tally.js';

/** Number of programs per batch, which are compiled together. */
const BATCH = 50;
/** Maximum number of smaller programs tried per round, and of rounds. */
const CANDIDATES = 60;
const ROUNDS = 40;

export interface CampaignOptions {
  readonly programs: number;
  readonly seed: number;
  readonly shrink: boolean;
  readonly onDifference: (difference: Difference) => void;
  readonly onProgress: (tally: Tally) => void;
}

export interface Difference {
  readonly seed: number;
  readonly program: Program;
  readonly examination: Examination;
}

/** Programs that are examined together. */
export interface BatchTask {
  readonly seeds: readonly number[];
  readonly shrink: boolean;
}

export interface BatchResult {
  /** Counts for the tally. */
  readonly counts: ReadonlyMap<string, number>;
  readonly differences: readonly Difference[];
}

/**
 * Runs a campaign. Program number n is a function of the seed and n. Batches run one after the other, unless `runner`
 * does otherwise.
 */
export async function campaign(
  frontEnd: FrontEnd,
  { programs, seed, shrink, onDifference, onProgress }: CampaignOptions,
  runner: Runner<BatchTask, BatchResult> = new InProcess((task) => examineBatch(frontEnd, task)),
): Promise<Tally> {
  const tally = new Tally();
  const seedsOf = (batch: number): number[] =>
    Array.from({ length: Math.min(BATCH, programs - batch * BATCH) }, (_, i) => seed + batch * BATCH + i);
  const begin = (batch: number): Begun<BatchTask> => ({ task: { seeds: seedsOf(batch), shrink } });
  for await (const outcome of runner.run(Math.ceil(programs / BATCH), begin)) {
    if (outcome.kind !== 'done') throw new Error('the thread that examined programs has ended', { cause: outcome });
    tally.merge(outcome.result.counts);
    for (const difference of outcome.result.differences) onDifference(difference);
    onProgress(tally);
  }
  return tally;
}

export async function examineBatch(frontEnd: FrontEnd, { seeds, shrink }: BatchTask): Promise<BatchResult> {
  const tally = new Tally();
  const differences: Difference[] = [];
  const programs = seeds.map((seed) => programOf(frontEnd, seed));
  const loaded = await frontEnd.load(programs);
  for (const [i, program] of programs.entries()) {
    const seed = seeds[i]!;
    const examination = examine(frontEnd, program, loaded[i]!, asksForAll(seed));
    tally.add(examination);
    if (examination === undefined || differencesOf(examination).length === 0) continue;
    const difference = { seed, program, examination };
    differences.push(shrink ? await shrunk(frontEnd, difference) : difference);
  }
  return { counts: tally.counts, differences };
}

export function programOf(frontEnd: FrontEnd, seed: number): Program {
  return frontEnd.generate(new Random(Math.imul(seed, 0x9e3779b1)));
}

/** Whether the search continues after a failure. Half of the searches end with the first failure. */
function asksForAll(seed: number): boolean {
  return seed % 2 === 0;
}

/** Removes the parts of a program that a difference does not need. */
async function shrunk(frontEnd: FrontEnd, from: Difference): Promise<Difference> {
  let best = from;
  const wanted = new Set(kindsOf(from.examination));
  for (let round = 0; round < ROUNDS; round++) {
    const candidates = smaller(best.program).filter(isSound).slice(0, CANDIDATES);
    if (candidates.length === 0) break;
    const loaded = await frontEnd.load(candidates);
    const found = candidates.findIndex((program, i) => {
      const examination = examine(frontEnd, program, loaded[i]!, asksForAll(from.seed));
      if (examination === undefined || !kindsOf(examination).some((kind) => wanted.has(kind))) return false;
      best = { seed: from.seed, program, examination };
      return true;
    });
    if (found === -1) break;
  }
  return best;
}

/** Returns differences without program-specific numbers. */
function kindsOf(examination: Examination): string[] {
  return differencesOf(examination).map((text) => text.replaceAll(/A?-?\d+/g, '#'));
}
