import { usageError } from '../../errors.js';
import { checkDistinct } from '../../formats/report-file.js';
import { requested } from '../../options/resolve.js';
import { checkResume, resumable } from '../../options/resumed.js';
import type { OptionValues } from '../../options/table.js';
import type { CheckRequest } from '../../run/check-request.js';

/** What `fencepost check` is asked for: what is checked, and how it is shown. */
export interface CheckCommandRequest
  extends
    CheckRequest,
    Pick<OptionValues, 'format' | 'reports' | 'progress' | 'colour' | 'resume' | 'repair' | 'costs'> {
  /** Each once. None with `resume`: they come with it. */
  readonly files: readonly string[];
}

/** The command line, with a configuration file for what it leaves open. */
export async function readCheckRequest(args: readonly string[], folder = ''): Promise<CheckCommandRequest | 'help'> {
  const asked = await requested('check', args, folder);
  if (asked.help) return 'help';
  const { given, settings, values } = asked;
  const { resume } = values;
  if (resume !== undefined) checkResume('check', given, resume);
  const files = resume === undefined ? (values.files ?? []) : given.positionals;
  if (files.length === 0 && resume === undefined) throw usageError('no file given', 'try fencepost check --help');
  // A bound for the one method says nothing against asking for the other.
  const isOtherMethod = given.values.get('method') === 'graph' && !given.values.has('preemptions');
  const preemptions = isOtherMethod && settings.preemptions !== undefined ? undefined : values.preemptions;
  const request = { ...requestOf(values), files, preemptions };
  checkTogether(request);
  return request;
}

/** Only what belongs to a request: it is saved, to resume it later. */
export function requestOf(values: OptionValues): Omit<CheckCommandRequest, 'files'> {
  const { models, method, all, races, allowRelaxed, preemptions, maxExecutions, maxTime, maxDepth, seed } = values;
  const { maxMemory, unroll, spurious, failOnExit, daemons, include, exclude, compiler, jobs, first, format, reports } =
    values;
  const { progress, colour, resume, testCases, compileCommands, repair, costs, symmetry, criterion, volatile } = values;
  return {
    ...{ models, method, all, races, allowRelaxed, preemptions, maxExecutions, maxTime, maxDepth, seed },
    ...{ maxMemory, unroll, spurious, failOnExit, daemons, include, exclude, compiler, jobs, first, format, reports },
    ...{ progress, colour, resume, testCases, compileCommands, repair, costs, symmetry, criterion, volatile },
  };
}

function checkTogether({ files, method, preemptions, races, reports }: CheckCommandRequest): void {
  if (preemptions !== undefined && method !== 'monitor') {
    throw usageError('--preemptions bounds the search of --method monitor only', 'add --method monitor');
  }
  if (races && method !== 'graph') {
    throw usageError('--races looks at the executions of --method graph only', 'leave --method out, or --races');
  }
  checkDistinct(reports, files);
}

/** A resumed search keeps its original options; limits and output are those given now. */
export function resumedRequest(before: CheckCommandRequest, asked: CheckCommandRequest): CheckCommandRequest {
  const allowRelaxed = asked.allowRelaxed || before.allowRelaxed;
  return { ...before, ...resumable('check', asked), allowRelaxed };
}
