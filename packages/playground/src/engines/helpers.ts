import type { CheckOptions, CheckTime, Connect, ToExplorer, ToScenarioHelper } from '@fencepost/check';
import { ScenarioTeam, ShareHelper, TaskDispatcher, TaskHelper } from '@fencepost/check';
import type { Program } from '@fencepost/core';
import type { Beginning, EngineFiles, HelpWanted } from '../protocol.js';
import type { FrontEnd } from './front-end.js';
import { CORES, OWN, rest } from './own.js';

/** Others who search, and how to end them. */
export interface Help extends Pick<CheckTime, 'dispatcher' | 'helpers'> {
  close(): void;
}

/** Finds help with a program of a file. */
export type FindHelp = (program: Program, index: number, options: CheckOptions) => Help;

/** Help from further workers like this one, if there are cores for them. They are workers of this one, and end with it. */
export function helpWith(engine: EngineFiles, wanted: Pick<HelpWanted, 'file' | 'text' | 'made'>): FindHelp {
  return ({ scenarios }, index, { maxDepth }) => {
    if (CORES < 2) return { close: () => undefined };
    const help = { ...wanted, index, maxDepth };
    if (scenarios === undefined) {
      const dispatcher = new TaskDispatcher(workerFor(engine, help), CORES);
      return { dispatcher, close: () => dispatcher.close() };
    }
    const helpers = new ScenarioTeam(workerFor(engine, help), CORES);
    return { helpers, close: () => helpers.close() };
  };
}

function workerFor<To, From>({ script, files }: EngineFiles, help: HelpWanted): Connect<To, From> {
  return (take, ended) => {
    let worker: Worker;
    try {
      worker = new OWN.Worker(OWN.urlOf(new OWN.Blob([script], { type: 'text/javascript' })));
    } catch {
      // Not every browser lets a worker have workers.
      ended();
      return { send: () => undefined, end: () => undefined };
    }
    const { port1, port2 } = new OWN.MessageChannel();
    worker.addEventListener('error', ended);
    worker.postMessage({ port: port2, script, files, help } satisfies Beginning, [port2]);
    port1.onmessage = ({ data }: MessageEvent<From>) => take(data);
    return { send: port1.postMessage.bind(port1), end: () => worker.terminate() };
  };
}

/** The life of such a worker. */
export async function helpOther(frontEnd: FrontEnd, help: HelpWanted, { files, port }: Beginning): Promise<void> {
  const { made, index, maxDepth } = help;
  const answer = port.postMessage.bind(port);
  const { program } = (await frontEnd.load(help, files, made)).programs[index]!;
  const helper =
    program.scenarios === undefined
      ? new TaskHelper(program, maxDepth, answer, rest)
      : new ShareHelper(program, answer, rest);
  port.onmessage = ({ data }: MessageEvent<ToExplorer & ToScenarioHelper>) => helper.take(data);
}
