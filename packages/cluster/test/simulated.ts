import type { BeginsAgain, FrontierResult, Knowledge, ProgramCheck, UnorderedQuestion } from '@fencepost/check';
import { Check, FrontierExplorer, questionFor } from '@fencepost/check';
import type { ModelName, Program } from '@fencepost/core';
import { Random, defaultModels } from '@fencepost/core';
import type { Frontier } from '@fencepost/explore';
import { toTheEnd } from '@fencepost/explore';
import { divided } from '../src/runs/frontiers.js';
import type { FirstFound } from '../src/runs/merge.js';
import { Merge, firstOnly } from '../src/runs/merge.js';
import type { Policy } from '../src/runs/protocol.js';
import { NOTHING_LEARNED, pathsOfChildren } from '../src/runs/protocol.js';

interface Job {
  readonly path: string;
  readonly epoch: number;
  readonly frontier: Frontier | null;
}

interface Row extends Job {
  /** undefined: it was dropped. */
  readonly result: FrontierResult | undefined;
}

interface Agent {
  readonly explorer: FrontierExplorer;
  version: number;
}

export interface SimulationOptions {
  readonly policy: Policy;
  readonly seed: number;
  readonly races?: boolean;
}

/**
 * A cluster without a database: agents with copies of their own take jobs in any order, explore as long as they like, divide
 * what is left as they like, and die. The rules are those of `RunStore`.
 */
export class Simulation {
  jobs = 0;
  outdated = 0;
  private readonly make: () => Program;
  private readonly options: SimulationOptions;
  private readonly random: Random;
  private readonly agents: readonly Agent[];
  private knowledge: Knowledge = NOTHING_LEARNED;
  private version = 0;
  private epoch = 0;

  constructor(make: () => Program, options: SimulationOptions) {
    this.make = make;
    this.options = options;
    this.random = new Random(options.seed);
    this.agents = Array.from({ length: 3 }, () => ({ explorer: new FrontierExplorer(make(), undefined), version: -1 }));
  }

  /** What the report of the run is made of. */
  check(models: readonly ModelName[] = defaultModels('check')): ProgramCheck[] {
    const { policy, races = false } = this.options;
    for (let before = -1; before !== this.epoch;) {
      before = this.epoch;
      const searches = models.map(
        (model, i) =>
          [model, this.search(model, races && model === 'sc', i === 0 ? questionFor(models) : null)] as const,
      );
      if (before !== this.epoch) continue;
      const saved = Object.fromEntries(searches.map(([model, { saved: each }]) => [model, each]));
      const found = searches[0]![1].merge.found;
      const all = policy === 'all';
      return toTheEnd(
        new Check(
          this.make(),
          { models, all, races },
          { reason: undefined },
          {
            ...{ knowledge: this.knowledge.program ?? this.make().knowledge?.save(), finished: [] },
            searches: { searches: saved, races: races ? { sc: found.races } : {}, unordered: found.unordered },
            tooDeep: this.knowledge.tooDeep,
          },
        ).run(),
      );
    }
    throw new Error('cannot be');
  }

  private search(model: ModelName, races: boolean, unordered: UnorderedQuestion | null) {
    const { policy } = this.options;
    const open: Job[] = [{ path: '', epoch: this.epoch, frontier: null }];
    const rows: Row[] = [];
    let bound: string | undefined;
    while (open.length > 0) {
      const [job] = open.splice(this.below(open.length), 1) as [Job];
      if (bound !== undefined && (policy === 'first' || job.path > bound)) {
        rows.push({ ...job, result: undefined });
        continue;
      }
      const found = this.explore({ model, all: policy === 'all', races, unordered, ...job });
      if (found === undefined) {
        open.push(job);
        continue;
      }
      if ('again' in found) break;
      this.jobs++;
      rows.push({ ...job, result: found });
      if (found.failed && policy !== 'all') {
        if (policy === 'first') bound = '';
        else if (bound === undefined || job.path < bound) bound = job.path;
        continue;
      }
      const pieces = divided(found.rest, 1 + this.below(9));
      const paths = pathsOfChildren(job.path, pieces.length);
      open.push(...pieces.map((frontier, i) => ({ path: paths[i]!, epoch: job.epoch, frontier })));
    }
    const end = policy === 'least' ? bound : undefined;
    const inOrder = rows.map((row, seq) => ({ ...row, seq })).sort((a, b) => compare(a.path, b.path) || a.seq - b.seq);
    const merge = new Merge();
    const first = new Map<string, FirstFound>();
    const unexplored: Frontier[] = [];
    for (const { path, result, frontier } of inOrder) {
      if (result === undefined || (end !== undefined && path > end)) {
        if (frontier !== null) unexplored.unshift(frontier);
        continue;
      }
      const { findings, races: raced, unordered: note } = result;
      const violations = findings.violations.map(([key, each]) => [key, each.executions] as const);
      merge.add({ results: findings.results, violations, races: raced, unordered: note, milliseconds: 0 });
      const parts: FirstFound[] = [
        ...findings.failingParts.map(([key, part]) => ({ kind: 'failure' as const, key, part })),
        ...findings.violations.map(([key, { part }]) => ({ kind: 'violation' as const, key, part })),
      ];
      for (const each of parts) if (!first.has(each.kind + each.key)) first.set(each.kind + each.key, each);
      if (result.failed && policy !== 'all') unexplored.unshift(result.rest);
    }
    return {
      saved: merge.search(
        policy === 'least' ? [...first.values()].map(firstOnly) : [...first.values()],
        unexplored.flat(),
      ),
      merge,
    };
  }

  /** undefined: it is to be done again, as its agent has died, or has learned what another has not. */
  private explore(
    asked: Job & { model: ModelName; all: boolean; races: boolean; unordered: UnorderedQuestion | null },
  ): FrontierResult | BeginsAgain | undefined {
    const agent = this.agents[this.below(this.agents.length)]!;
    // Some have not heard of the newest.
    if (agent.version < 0 || (agent.version !== this.version && this.below(3) > 0)) {
      agent.explorer.begin(copy(this.knowledge));
      agent.version = this.version;
    }
    let left = this.below(40);
    const task = copy({ ...asked, untilFailure: this.options.policy === 'least' });
    const found = copy(agent.explorer.explore(task, () => left-- <= 0));
    const known = agent.version;
    if (this.below(10) === 0) {
      agent.version = -1;
      return undefined;
    }
    const learned = 'again' in found ? found.again : found.learned;
    if (learned === null) return found;
    if (known !== this.version) {
      this.outdated++;
      agent.version = -1;
      return undefined;
    }
    this.knowledge = learned;
    agent.version = ++this.version;
    if ('again' in found) this.epoch++;
    return found;
  }

  private below(bound: number): number {
    return Math.floor(this.random.next() * bound);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** As it comes out of a database. */
function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
