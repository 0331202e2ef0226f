import type { CheckReport } from '@fencepost/report';
import type { CheckOptions } from '../check-program.js';
import { Check, canGoOn } from '../check-program.js';
import type { ProgramCheck } from '../program-check.js';
import type { SearchProgress } from '../search-progress.js';
import type { Stop } from '../searching.js';
import type { CheckRequest } from './check-request.js';
import { inFile } from './errors.js';
import type { LoadedProgram } from './programs.js';
import type { SavedProgram } from './resuming.js';
import { changedSince } from './resuming.js';
import { watched } from './watching.js';

/** The checks of a run, one program after the other. */
export class CheckRun {
  private readonly request: CheckRequest;
  private readonly stop: Stop;
  private readonly deadline: number;
  private readonly watch: (progress: SearchProgress) => void;
  /** What to keep if the run is to go on some other time. */
  readonly programs: SavedProgram[] = [];

  constructor(request: CheckRequest, stop: Stop, watch: (progress: SearchProgress) => void) {
    this.request = request;
    this.stop = stop;
    this.deadline = performance.now() + 1000 * (request.maxSeconds ?? Infinity);
    this.watch = watch;
  }

  /** `before`: what an earlier run kept of this program. */
  async check(loaded: LoadedProgram, before?: SavedProgram): Promise<readonly CheckReport[]> {
    const { source, program, digest } = loaded;
    if (before !== undefined && before.digest !== digest) throw changedSince(source);
    if (before?.saved === null) {
      this.programs.push(before);
      return before.checks;
    }
    const check = new Check(program, optionsOf(this.request), this.stop, before?.saved);
    const found = await inFile(source, () => watched(check.run(), this.stop, this.deadline, this.watch));
    const checks = found.map((each) => this.report(loaded, each));
    const saved = found.some(canGoOn) ? (check.save() ?? null) : null;
    this.programs.push({ source, program: program.name, digest, checks, saved });
    return checks;
  }

  /** There is more to explore, and it is known where to go on. */
  get canGoOn(): boolean {
    return this.programs.some(({ saved }) => saved !== null);
  }

  private report({ source, program, alone }: LoadedProgram, check: ProgramCheck): CheckReport {
    const { unroll, spurious, races, compiler } = this.request;
    const replay = [
      ...['--model', check.model],
      ...(alone ? [] : ['--program', program.name]),
      ...(unroll === undefined ? [] : ['--unroll', String(unroll)]),
      ...(spurious ? ['--spurious'] : []),
      ...(races ? ['--races'] : []),
      ...(compiler.length === 0 ? [] : ['--', ...compiler]),
    ];
    return { source, program: program.name, ...check, replay };
  }
}

function optionsOf(request: CheckRequest): CheckOptions {
  const { models, method, all, races, seed, maxExecutions, maxDepth, preemptions } = request;
  return {
    models,
    method,
    all,
    races,
    seed,
    ...(maxExecutions !== undefined && { maxExecutions }),
    ...(maxDepth !== undefined && { maxDepth }),
    ...(preemptions !== undefined && { preemptions }),
  };
}
