import type { CheckOptions, Connect, Help, ToHelper } from '@fencepost/check';
import { NO_HELP, helpWith as helpFrom, helperFor } from '@fencepost/check';
import type { Program } from '@fencepost/core';
import type { EngineFiles, HelpWanted, HelperBeginning } from '../protocol.js';
import type { FrontEnd } from './front-end.js';
import { CORES, listenTo, onPort, portToStarter, rest, startWorker } from './own.js';

/** Provides help with a program of a file. */
export type FindHelp = (program: Program, index: number, options: CheckOptions) => Help;

/**
 * Starts further workers like this one, if there are enough cores. They are children of this worker, and end with it.
 * `script`: the file that they run.
 */
export function helpWith(
  script: string,
  files: EngineFiles['files'],
  wanted: Pick<HelpWanted, 'file' | 'text' | 'made'>,
): FindHelp {
  return (program, index, { maxDepth }) => {
    if (CORES < 2) return NO_HELP;
    return helpFrom(program, workerFor(script, { files, help: { ...wanted, index, maxDepth } }), CORES);
  };
}

function workerFor<To, From>(script: string, beginning: HelperBeginning): Connect<To, From> {
  return (take, ended) => {
    let worker: Worker;
    let port: MessagePort | undefined;
    try {
      worker = startWorker(script);
    } catch {
      // Not every browser supports nested workers.
      void rest().then(ended);
      return { send: () => undefined, end: () => undefined };
    }
    worker.onerror = () => ended();
    onPort(worker, (given) => {
      port = given;
      listenTo(port, take);
    });
    worker.postMessage(beginning);
    // Messages before its port arrives can be dropped: it needs none until it is ready.
    return { send: (message) => port?.postMessage(message), end: () => worker.terminate() };
  };
}

/** Runs a helper worker. */
export async function helpOther(frontEnd: FrontEnd, { files, help }: HelperBeginning): Promise<void> {
  const { made, index, maxDepth } = help;
  const port = portToStarter();
  let take: (message: ToHelper<never>) => void = () => undefined;
  listenTo(port, (message: ToHelper<never>) => take(message));
  const { program } = (await frontEnd.load(help, files, made)).programs[index]!;
  const helper = helperFor(program, maxDepth, (message) => port.postMessage(message), rest);
  take = (message) => helper.take(message);
}
