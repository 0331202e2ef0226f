import type { BeginsAgain, FrontierTask, Knowledge } from '@fencepost/check';
import { FrontierExplorer } from '@fencepost/check';
import type { JobResult } from '@fencepost/cluster';
import { LEAST_MILLISECONDS } from '@fencepost/cluster';
import type { Handler, JobContext } from '@fencepost/workers';
import { GO_ON, INTERRUPT } from '@fencepost/workers';
import type { LoadedProgram } from '../load/loaded-program.js';
import { loadPrograms } from '../load/programs.js';
import { GuardedEnvironment } from './surroundings.js';
import { testSeeds } from './test-seeds.js';
import type { BuiltIns } from '../workers/built-ins.js';
import { plainError } from '../workers/plain-error.js';
import type { ClusterAnswer, ClusterJob, ClusterTask, RunData } from './jobs.js';

/** Performs tasks with its own copy of the programs of a run. */
interface Performer {
  begin(program: number, knowledge: Knowledge): void;
  perform(task: ClusterTask, context: JobContext<never>): Promise<JobResult | BeginsAgain> | JobResult | BeginsAgain;
}

/** Explores frontiers for a cluster, or tests a range of seeds. */
export function clusterHandler(builtIns: BuiltIns): Handler<ClusterJob, ClusterAnswer> {
  let performer: Performer | undefined;
  let loaded: readonly LoadedProgram[] = [];
  let guarded: GuardedEnvironment | undefined;
  return async (job, context) => {
    if ('load' in job) {
      const { sources, options, digests, environment } = job.load;
      guarded = new GuardedEnvironment(environment);
      loaded = (await Promise.all(sources.map((source) => loadPrograms(source, options)))).flat();
      builtIns.acceptAdditions();
      requireSame(loaded, digests);
      performer = performerFor(loaded, job.load);
      return 'loaded';
    }
    const { program, knowledge } = job;
    const { source } = loaded[program]!;
    // An error here means that the thread is lost, not that the program is wrong.
    if (knowledge !== undefined) performer!.begin(program, knowledge);
    try {
      const found = await performer!.perform(job, context);
      builtIns.require(source);
      guarded!.require(source);
      return { found };
    } catch (error) {
      return { error: plainError(guarded!.explain(builtIns.explain(error, source), source)) };
    }
  };
}

function performerFor(loaded: readonly LoadedProgram[], data: RunData): Performer {
  if (data.tests !== undefined) {
    // Nothing to remember: each test starts from scratch.
    return { begin: () => undefined, perform: (task, context) => testSeeds(loaded, data, task, context) };
  }
  const explorers = loaded.map(
    ({ program, settings }) => new FrontierExplorer(program, data.maxDepth ?? settings?.maxDepth),
  );
  return {
    begin: (program, knowledge) => explorers[program]!.begin(knowledge),
    perform: ({ program, task, milliseconds }, { order }) => {
      const started = performance.now();
      const isOver = (): boolean => {
        const passed = performance.now() - started;
        const present = order();
        return passed >= milliseconds || present === INTERRUPT || (present !== GO_ON && passed >= LEAST_MILLISECONDS);
      };
      return explorers[program]!.explore(task as FrontierTask, isOver);
    },
  };
}

/** Throws unless the programs are those that were submitted. */
function requireSame(loaded: readonly LoadedProgram[], digests: readonly string[]): void {
  const other = loaded.find(({ digest }, i) => digest !== digests[i]);
  if (other === undefined) return;
  throw new Error(`${other.source} differs from what was submitted: a package may have another version here`);
}
