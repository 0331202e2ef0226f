import { LocalStates } from '@fencepost/core';
import type { LitmusCheck } from '@fencepost/check';
import { checkLitmus } from '@fencepost/check';
import { FOUND, OK } from '../../exit-codes.js';
import type { Disagreement, Expectations } from './expectations.js';
import { formatDisagreement } from './expectations.js';
import type { Io } from '../terminal/io.js';
import { LineWriter } from '../terminal/io.js';
import type { LoadedTest } from '../../load/litmus-files.js';
import { agreementLine, lineFormatter, summaryLine } from './litmus-report.js';
import type { ExploreRequest } from './litmus-request.js';
import { Progress } from '../terminal/progress.js';
import { jsonReport } from '../terminal/json-report.js';

/** `fencepost litmus --method graph`. */
export async function exploreTests(
  tests: readonly LoadedTest[],
  { models, explorer, format }: ExploreRequest,
  expectations: Expectations | undefined,
  io: Io,
): Promise<number> {
  const progress = new Progress(io, tests.length * models.length);
  const writer = new LineWriter(io, () => progress.clear());
  const formatLine = lineFormatter(
    tests.map(({ test }) => test.name),
    models,
  );
  const totals = { tests: tests.length, checks: 0, executions: 0, blocked: 0 };
  const checks: LitmusCheck[] = [];
  const disagreements: Disagreement[] = [];
  let agree = 0;
  try {
    for (const { input, test, program } of tests) {
      const states = new LocalStates(program);
      for (const model of models) {
        const check = checkLitmus(test, states, model, explorer);
        totals.checks++;
        totals.executions += check.executions;
        totals.blocked += check.blocked;
        if (expectations !== undefined) {
          const found = expectations.compare(check, input);
          if (found.length === 0) agree++;
          disagreements.push(...found);
        }
        if (format === 'json') checks.push(check);
        else await writer.line(formatLine(check));
        progress.update(totals.checks);
      }
    }
  } finally {
    progress.clear();
  }
  const agreement = expectations && { rows: totals.checks, agree, disagreements };
  if (format === 'json') await writer.line(jsonReport(checks, { ...(agreement && { expected: agreement }) }));
  else {
    for (const disagreement of disagreements) await writer.line(formatDisagreement(disagreement));
    await writer.line(agreement === undefined ? summaryLine(totals) : agreementLine(agreement, totals.blocked));
  }
  await writer.flush();
  return disagreements.length > 0 ? FOUND : OK;
}
