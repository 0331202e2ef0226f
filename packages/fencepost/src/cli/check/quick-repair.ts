import type { MostEffort } from '@fencepost/check';
import { DEFAULT_COSTS } from '@fencepost/check';
import { isFencepostError } from '@fencepost/core';
import type { RepairReport } from '@fencepost/report';
import { counted } from '@fencepost/report';
import type { FixTask } from '@fencepost/fix';
import { wantedRepair } from '@fencepost/fix';
import { repairReport } from '../../fix/repair-report.js';
import type { ProgramFacts } from '../../load/loaded-program.js';
import type { SavedProgram } from '../../run/saved-run.js';
import type { Supervisor } from '../../supervise/supervisor.js';
import type { OutputOptions } from '../../options/output.js';
import type { CheckCommandRequest } from './check-request.js';

/**
 * How much a check does to find a repair: unless it was asked to, about a second's work. It is not the clock that ends it, or the
 * same command would report a repair on one day and none on another.
 */
const EFFORT: Readonly<Record<OutputOptions['repair'], MostEffort>> = {
  auto: { operations: 500_000, programs: 8 },
  always: { operations: 30_000_000, programs: 64 },
  never: { operations: 0, programs: 0 },
};

/** Does a run with these options look for repairs? */
export function wantsRepair({ repair, format, reports }: OutputOptions, outIsTerminal: boolean): boolean {
  if (repair !== 'auto') return repair === 'always';
  const formats: readonly string[] = [format, ...reports.map((each) => each.format)];
  return formats.some((each) => each === 'html' || each === 'sarif') || (format === 'text' && outIsTerminal);
}

/** What a repair of the program would have to do; undefined: nothing, or no fence or order can. */
export function taskFor(
  { source, checks }: SavedProgram,
  { search: { allowRelaxed, maxDepth }, output: { costs, repair } }: CheckCommandRequest,
): FixTask | undefined {
  const wanted = wantedRepair(source, checks, allowRelaxed);
  if (wanted === undefined) return undefined;
  return {
    ...{ ...wanted, kind: 'fix', from: 'source', maxDepth, alternatives: 0 },
    costs: { ...DEFAULT_COSTS, ...costs },
    effort: EFFORT[repair],
  };
}

/**
 * The repair, if it takes little to find it; `later`: it may be found with more effort; `none`: it is not to be had. `deadline`:
 * of the run, as `performance.now()` counts.
 */
export async function quickRepair(
  supervisor: Supervisor,
  facts: ProgramFacts,
  task: FixTask,
  deadline: number,
): Promise<RepairReport | 'later' | 'none'> {
  try {
    const answer = await supervisor.fix([facts], deadline, task);
    return repairReport(facts, answer) ?? (answer.outcome === 'impossible' ? 'none' : 'later');
  } catch (error) {
    // What is wrong with the attempt is not wrong with the check.
    if (!isFencepostError(error)) throw error;
    return 'none';
  }
}

/** What to print below the findings. */
export function repairLines(
  repair: RepairReport | 'later' | 'none',
  { source }: SavedProgram,
  { models = [] }: FixTask,
): readonly string[] {
  if (repair === 'none') return [];
  const command = `fencepost fix ${source} --model ${models.join()}`;
  if (repair === 'later') return ['', 'To look for a repair:', `  ${command}`];
  const { changes, cost, goal, diff } = repair;
  const many = `${counted(changes.length, 'change')} (cost ${cost}) make${changes.length === 1 ? 's' : ''}`;
  return [
    ...['', `Repair: ${many} the program ${goal}.`],
    ...diff.trimEnd().split('\n'),
    ...['', 'It was compiled and checked. To apply it:', `  ${command} --write`],
  ];
}
