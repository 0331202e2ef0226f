import type { LitmusCheck } from '@fencepost/litmus';
import { errorFrom } from '../../workers/plain-error.js';
import { FOUND, INCONCLUSIVE, OK } from '../../exit-codes.js';
import type { Disagreement, Expectations } from './expectations.js';
import { formatDisagreement } from './expectations.js';
import { wantsColour } from '../terminal/colour.js';
import type { Io } from '../terminal/io.js';
import { LineWriter } from '../terminal/io.js';
import type { Agreement } from './litmus-report.js';
import { agreementLine, incompleteJson, incompleteLines, lineFormatter, summaryLine } from './litmus-report.js';
import type { ExploreRequest } from './litmus-request.js';
import type { LitmusRun, LoadedTests } from './litmus-run.js';
import { Progress } from '../terminal/progress.js';
import { jsonReport } from '../terminal/json-report.js';

/** `fencepost litmus --method graph`. */
export async function exploreTests(
  run: LitmusRun,
  tests: LoadedTests,
  { models, explorer, format }: ExploreRequest,
  expectations: Expectations | undefined,
  io: Io,
): Promise<number> {
  const shown = tests.models.flat();
  const progress = new Progress(io, shown.length);
  const writer = new LineWriter(io, () => progress.clear());
  const formatLine = lineFormatter(
    tests.names,
    [...new Set(shown)],
    wantsColour('auto', process.env, io.outIsTerminal),
  );
  const totals = { tests: 0, checks: 0, executions: 0, blocked: 0 };
  const checks: LitmusCheck[] = [];
  const disagreements: Disagreement[] = [];
  let agree = 0;
  const answers = run.answers((inputs) => ({
    ...{ kind: 'graph', models, explorer, states: format === 'json' },
    rows: expectations && inputs.map((input) => expectations.rowsOf(input)),
  }));
  try {
    for await (const { explored, errors } of answers) {
      for (const { check, disagreements: found } of explored.flat()) {
        totals.checks++;
        totals.executions += check.executions;
        totals.blocked += check.blocked;
        if (found.length === 0) agree++;
        disagreements.push(...found);
        if (format === 'json') checks.push(check);
        else await writer.styled(formatLine(check));
        progress.update(totals.checks);
      }
      totals.tests += explored.length;
      if (errors.length > 0) throw errorFrom(errors[0]!);
    }
  } finally {
    progress.clear();
  }
  const agreement = expectations && agreementOf(totals.checks, agree, disagreements, expectations);
  if (format === 'json') {
    await writer.line(jsonReport(checks, { ...(agreement && { expected: agreement }), ...incompleteJson(run) }));
  } else {
    for (const each of agreement?.disagreements ?? []) await writer.line(formatDisagreement(each));
    await writer.line(agreement === undefined ? summaryLine(totals) : agreementLine(agreement, totals.blocked));
    for (const line of incompleteLines(run)) await writer.line(line);
  }
  await writer.flush();
  if (agreement !== undefined && agreement.disagreements.length > 0) return FOUND;
  return run.stoppedBy === undefined ? OK : INCONCLUSIVE;
}

/**
 * A test without a row does not count, unless no test has a row for the model: then the model's name is unknown there.
 */
function agreementOf(
  checks: number,
  agree: number,
  found: readonly Disagreement[],
  expectations: Expectations,
): Agreement {
  const disagreements = found.filter(({ what, row }) => what !== 'row' || !expectations.knows(row));
  const without = found.length - disagreements.length;
  return { rows: checks - without, agree, without, disagreements };
}
