import type { CheckFunction, LinearizableFunction, OrdersFunction } from '@fencepost/javascript';
import type { CheckReport } from '@fencepost/report';
import { summaryLine } from '@fencepost/report';
import { FOUND, INCONCLUSIVE, INPUT_ERROR, INTERNAL_ERROR, OK } from '../exit-codes.js';
import { givenCheck, givenOrders, givenStructure } from './given-check.js';
import { dismissWorker, runCheck } from './run-check.js';
import { refuseRunners } from './runners.js';
import { testFile } from './test-file.js';

interface CheckToRun {
  readonly file: string;
  readonly name: string;
}

/** Checks of files that Node itself runs, in the order of their calls. */
const toRun: CheckToRun[] = [];

/**
 * A check of threads that share memory: `check(name, settings?, (t) => { … })`. In a file that Node runs without a test
 * runner, the checks run when the event loop is empty, and are reported as by the command.
 */
export const check: CheckFunction = (...given: readonly unknown[]): void => {
  const { name } = givenCheck(given);
  refuseRunners(check, 'fencepost');
  enqueue(testFile(check), name);
};

/**
 * A data structure whose calls must behave as if each took effect at once, in every scenario up to a maximum number of
 * calls: `linearizable(name, () => new Ring(), { push: [int(1, 2)], pop: [] }, settings?)`. It is run like `check`.
 */
export const linearizable: LinearizableFunction = (...given: readonly unknown[]): void => {
  const { name } = givenStructure(given);
  refuseRunners(linearizable, 'fencepost');
  enqueue(testFile(linearizable), name);
};

/** A test of async code, run in every order in which its mock functions can answer. It is run like `check`. */
export const orders: OrdersFunction = (...given: readonly unknown[]): void => {
  const { name } = givenOrders(given);
  refuseRunners(orders, 'fencepost');
  enqueue(testFile(orders), name);
};

function enqueue(file: string, name: string): void {
  if (toRun.length === 0) {
    process.once('beforeExit', () => void runAll());
    process.once('exit', refuseSilence);
  }
  toRun.push({ file, name });
}

/** Reports an error if `process.exit` is called before the checks have run. */
function refuseSilence(exitCode: number): void {
  if (exitCode !== OK) return;
  const names = toRun.map(({ name }) => `'${name}'`).join(', ');
  process.stderr.write(`fencepost: the process ended before its checks were run: ${names}\n`);
  process.exitCode = INPUT_ERROR;
}

/** Exit codes, worst first. */
const WORST_FIRST = [INTERNAL_ERROR, INPUT_ERROR, FOUND, INCONCLUSIVE];

async function runAll(): Promise<void> {
  const all: CheckReport[] = [];
  const codes: number[] = [];
  const errors = new Set<string>();
  for (const { file, name } of toRun) {
    const { checks, text, exitCode } = await runCheck(file, { name });
    codes.push(exitCode);
    if (checks.length > 0) process.stdout.write(all.length === 0 ? text : `\n${text}`);
    // A file that cannot be loaded is reported once, not for each of its checks.
    else if (!errors.has(text)) process.stderr.write(text);
    all.push(...checks);
    if (checks.length === 0) errors.add(text);
  }
  dismissWorker();
  if (toRun.length > 1) process.stdout.write(`\n${summaryLine(all, { colour: false })}\n`);
  const code = WORST_FIRST.find((code) => codes.includes(code)) ?? OK;
  process.off('exit', refuseSilence);
  // Set last, because other code may set the exit code when the process ends.
  if (code !== OK) process.once('exit', () => void (process.exitCode = code));
}
