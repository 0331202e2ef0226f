import { usageError } from '../../errors.js';
import { checkDistinct } from '../../formats/report-file.js';
import type { Arguments } from '../../options/arguments.js';
import { optionsOf, requested } from '../../options/resolve.js';
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
  if (resume !== undefined) checkResume(given, resume);
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

/** What is searched comes with the token. */
function checkResume({ values, lists, flags, positionals, rest }: Arguments, token: string): void {
  if (token === '') throw usageError('--resume needs a token', 'a search that ends early prints the one to give');
  const allowed = optionsOf('check').flatMap(([, { flag, resumable }]) => (resumable ? [flag] : []));
  const other = [...values.keys(), ...lists.keys(), ...flags].find((name) => !allowed.includes(name));
  if (other === undefined && rest.length + positionals.length === 0) return;
  const more = positionals.length > 0 ? 'files do' : 'flags for the compiler do';
  const what = other === undefined ? more : `--${other} does`;
  const possible = allowed.filter((name) => name !== 'resume').map((name) => `--${name!}`);
  throw usageError(
    `${what} not go with --resume`,
    `a search resumes with its original options; you may only give ${possible.join(', ')}`,
  );
}

/** A resumed search keeps its original options; limits and output are those given now. */
export function resumedRequest(before: CheckCommandRequest, asked: CheckCommandRequest): CheckCommandRequest {
  const now = optionsOf('check').flatMap(([key, { resumable }]) =>
    resumable && key in asked ? [[key, asked[key as keyof CheckCommandRequest]]] : [],
  );
  const allowRelaxed = asked.allowRelaxed || before.allowRelaxed;
  return { ...before, ...(Object.fromEntries(now) as Partial<CheckCommandRequest>), allowRelaxed };
}
