import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { AGENT_HOST, MAIN_HOST, PASSES } from './agents-host.js';

/** Helpers of test262 that are replaced by ours. */
const OWN = 'atomicsHelper.js';

/**
 * Translates a test of test262 with agents to a check: the test is a thread, each agent a worker in a file. `possibly`:
 * executions in which the test passes are the failures of the check, and its own failures are none.
 */
export function checkOfAgents(text: string, harness: string, passes: 'always' | 'possibly'): Record<string, string> {
  const includes = (/^includes:\s*\[(.*)\]/m.exec(text)?.[1] ?? '').split(',').map((each) => each.trim());
  const names = ['sta.js', 'assert.js', ...includes.filter((each) => each !== '' && each !== OWN)];
  const isAsync = /^flags:\s*\[.*\basync\b/m.test(text);
  const helpers = names.map((name) => readFileSync(join(harness, name), 'utf8')).join('\n');
  const sources = agentsOf(helpers, text);
  const starts = sources.map(
    (_, i) =>
      `(port) => new Worker(new URL('./agent${i}.mjs', import.meta.url), { workerData: port, transferList: [port] })`,
  );
  const run = isAsync
    ? `await new Promise(($resolve, $reject) => {
globalThis.$DONE = (error) => (error === undefined ? $resolve() : $reject(error));
${text}
});`
    : text;
  const asked =
    passes === 'always'
      ? run
      : `let $passes = false;
try {
${run}
$passes = true;
} catch {}
if ($passes) throw new Error('${PASSES}');`;
  const agents = sources.map((source): string => {
    const body = passes === 'always' ? source : `try {\n${source}\n} catch {}`;
    return `${AGENT_HOST}\n${body}`;
  });
  return {
    'host.mjs': MAIN_HOST,
    'test.check.mjs': `import { check } from 'fencepost';
import { Worker } from 'node:worker_threads';
import { mainHost } from './host.mjs';
const starts = [${starts.join(',\n')}];
check('test', (t) => {
  t.thread('main', async () => {
    ${helpers}
    const $262 = mainHost(starts);
${asked}
  });
});
`,
    ...Object.fromEntries(agents.map((source, i) => [`agent${i}.mjs`, source])),
  };
}

/** Thrown when the agents of a test have been started. */
class Started extends Error {}

/** Returns the sources of the agents that a test starts: it is run up to its first message to them. */
function agentsOf(helpers: string, text: string): string[] {
  const sources: string[] = [];
  const stop = (): never => {
    throw new Started();
  };
  const nothing = (): undefined => undefined;
  const agent = {
    timeouts: { yield: 100, small: 200, long: 1000, huge: 10_000 },
    start: (source: string): void => void sources.push(source),
    ...{ broadcast: stop, safeBroadcast: stop, safeBroadcastAsync: stop, getReport: stop, waitUntil: stop },
    ...{ getReportAsync: stop, tryYield: nothing, trySleep: nothing, sleep: nothing, monotonicNow: () => 0 },
  };
  const context = createContext({ $262: { agent }, $DONE: nothing, setTimeout: nothing });
  try {
    runInContext(`${helpers}\n${text}`, context);
  } catch (error) {
    if (!(error instanceof Started)) throw error;
  }
  return sources;
}
