import type { MostEffort } from '@fencepost/check';
import { DEFAULT_COSTS } from '@fencepost/check';
import { isFencepostError } from '@fencepost/core';
import type { RepairReport } from '@fencepost/report';
import { fixCommand } from '@fencepost/report';
import type { FixTask } from '@fencepost/fix';
import { wantedRepair } from '@fencepost/fix';
import { FORMATS } from '../../formats/formats.js';
import { repairReport } from '../../fix/repair-report.js';
import type { ProgramFacts } from '../../load/loaded-program.js';
import type { SavedProgram } from '../../run/saved-run.js';
import type { Supervisor } from '../../supervise/supervisor.js';
import type { OutputOptions } from '../../options/output.js';
import type { CheckCommandRequest } from './check-request.js';

/**
 * Limits of the search for a repair. By default it takes about a second. The limit is not a time: otherwise the same
 * command could report a repair on one day and none on another.
 */
const EFFORT: Readonly<Record<OutputOptions['repair'], MostEffort>> = {
  auto: { operations: 500_000, programs: 8 },
  always: { operations: 30_000_000, programs: 64 },
  never: { operations: 0, programs: 0 },
};

/** Whether a run with these options looks for repairs. */
export function wantsRepair({ repair, format, reports, quiet }: OutputOptions, outIsTerminal: boolean): boolean {
  if (repair !== 'auto') return repair === 'always';
  const formats = [format, ...reports.map((each) => each.format)].map((name) => FORMATS.named(name));
  return formats.some(({ showsRepairs }) => showsRepairs === true) || (format === 'text' && outIsTerminal && !quiet);
}

/**
 * Returns the repair task for the program; undefined if nothing is to be repaired, or no fence or order can repair it.
 */
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
 * Returns the repair if it can be found quickly; `later`: it may be found with more effort; `none`: it cannot be found.
 * `deadline`: end of the run, in terms of `performance.now()`.
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
    // An error in the attempt is not an error in the check.
    if (!isFencepostError(error)) throw error;
    return 'none';
  }
}

/** Returns the command with which to look longer for a repair; undefined if there is one, or none can be found. */
export function furtherSearch(
  repair: RepairReport | 'later' | 'none',
  { checks: [check] }: SavedProgram,
  { models = [] }: FixTask,
): string | undefined {
  return repair === 'later' && check !== undefined ? fixCommand(check, models, false) : undefined;
}
