import type { Crew } from '@fencepost/cluster';
import { RunThread } from './run-thread.js';
import { decodeBundle } from './bundle.js';
import { Unpacked } from './unpacked.js';

/** Starts threads for a run, each with its own copy of the programs. */
export async function crewFor(bytes: Buffer, threads: number): Promise<Crew> {
  const bundle = decodeBundle(bytes);
  const { sources, request, programs, tests, environment } = bundle;
  const unpacked = await Unpacked.enter(bundle);
  const { prebuilt } = unpacked;
  const options = { ...request.load, prebuilt };
  const digests = programs.map(({ digest }) => digest);
  const data = { sources, options, digests, maxDepth: request.search.maxDepth, tests, environment };
  const explorers = Array.from({ length: threads }, () => new RunThread(data));
  return {
    explorers,
    close: async () => {
      await Promise.all(explorers.map((explorer) => explorer.close()));
      await unpacked.leave();
    },
  };
}
