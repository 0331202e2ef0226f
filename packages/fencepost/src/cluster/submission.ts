import type { Policy, RunSearch, Submission } from '@fencepost/cluster';
import { REFERENCE_MODEL, modelsFor } from '@fencepost/core';
import type { LoadedProgram } from '../load/loaded-program.js';
import { loadPrograms } from '../load/programs.js';
import type { CheckRequest } from '../run/check-request.js';
import { buildIdentity } from './build-identity.js';
import { bundleOf, encodeBundle } from './bundle.js';

/** Loads the programs of a file, and says what is to be searched. */
export async function submissionOf(source: string, request: CheckRequest): Promise<Submission & { warnings: string }> {
  const loaded = await loadPrograms(source, request);
  const all = request.all || loaded.some(({ settings }) => settings?.all === true);
  const policy: Policy = all ? 'all' : request.first ? 'first' : 'least';
  const bundle = bundleOf(source, { ...request, all }, loaded);
  return {
    ...{ policy, source: bundle.source, build: buildIdentity(), bundle: encodeBundle(bundle) },
    programs: loaded.map(({ program }) => program.name),
    searches: loaded.flatMap((each, index) => searchesOf(each, index, { ...request, all })),
    warnings: loaded.map(({ warnings }) => warnings ?? '').join(''),
  };
}

function searchesOf({ program: loaded, settings }: LoadedProgram, program: number, request: CheckRequest): RunSearch[] {
  const asked = request.models ?? settings?.models ?? modelsFor(loaded);
  const races = request.races || settings?.races === true;
  // Whether there are data races is a question about SC.
  const models = races ? [...new Set([REFERENCE_MODEL, ...asked])] : asked;
  const { all } = request;
  return models.map((model, i) => ({
    ...{ program, model, all },
    races: races && model === REFERENCE_MODEL,
    unordered: i === 0,
  }));
}
