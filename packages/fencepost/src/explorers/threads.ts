import type { Connect } from '@fencepost/check';
import { ScenarioTeam, TaskDispatcher } from '@fencepost/check';
import { Thread } from '@fencepost/workers';
import type { ProgramReference } from '../load/loaded-program.js';
import { builtWorker } from '../workers/built.js';
import type { HelperData } from './helper-data.js';

/** What modules print when they are loaded has been printed already. */
const QUIET = { stdout: true, stderr: true };

/** Threads of this process that explore. `patience`: milliseconds after which they are started. */
export function explorerThreads(
  reference: ProgramReference,
  jobs: number,
  maxDepth?: number,
  patience?: number,
): TaskDispatcher {
  return new TaskDispatcher(threadFor('explorer-worker', { reference, maxDepth }), jobs, patience);
}

/** Threads of this process that check scenarios. */
export function scenarioThreads(reference: ProgramReference, jobs: number, patience?: number): ScenarioTeam {
  return new ScenarioTeam(threadFor('scenario-worker', { reference }), jobs, patience);
}

function threadFor<To, From>(name: string, data: HelperData): Connect<To, From> {
  return (take, ended) => {
    const thread = new Thread(builtWorker(name), data, QUIET);
    const { worker } = thread;
    worker.on('message', take);
    worker.on('error', () => undefined); // `exit` comes next
    worker.on('exit', ended);
    return { send: (message) => worker.postMessage(message), end: () => void thread.end() };
  };
}
