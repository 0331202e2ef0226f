import { questionFor } from '@fencepost/check';
import type { Policy, RunSearch, Submission } from '@fencepost/cluster';
import { REFERENCE_MODEL, modelOfRaces, modelsFor } from '@fencepost/core';
import { counted } from '@fencepost/report';
import type { LoadedProgram } from '../load/loaded-program.js';
import { loadPrograms } from '../load/programs.js';
import type { SearchOptions } from '../options/search.js';
import type { CheckRequest } from '../run/check-request.js';
import { buildIdentity } from './build-identity.js';
import { bundleOf, encodeBundle } from './bundle.js';
import type { Environment } from './surroundings.js';
import { NO_ENVIRONMENT, recordReads, runsInNode, runtimeIdentity } from './surroundings.js';

/** Loads the programs of some files and lists their searches. */
export async function submissionOf(
  files: readonly string[],
  request: CheckRequest,
): Promise<Submission & { warnings: string }> {
  const { loaded, environment, runtime } = await loadedForOthers(files, request);
  const all = request.search.all || loaded.some(({ settings }) => settings?.all === true);
  const policy: Policy = all ? 'all' : request.search.first ? 'first' : 'least';
  const search = { ...request.search, all };
  const bundle = bundleOf(files, { ...request, search }, loaded, environment);
  return {
    ...{ policy, source: filesInWords(bundle.sources), build: buildIdentity(), runtime, bundle: encodeBundle(bundle) },
    programs: loaded.map(({ program }) => program.name),
    searches: loaded.flatMap((each, index) => searchesOf(each, index, search)),
    warnings: loaded.map(({ warnings }) => warnings ?? '').join(''),
  };
}

function searchesOf({ program: loaded, settings }: LoadedProgram, program: number, search: SearchOptions): RunSearch[] {
  const asked = modelsFor(loaded, 'graph', search.models ?? settings?.models);
  const races = search.races || settings?.races === true;
  // Data races are determined under SC, unless the model itself defines them.
  const models = [...new Set([...(races ? asked.map(modelOfRaces) : []), ...asked])];
  const { all } = search;
  return models.map((model, i) => ({
    ...{ program, model, all },
    races: modelOfRaces(model) === model && (races || model !== REFERENCE_MODEL),
    unordered: i === 0 || model === REFERENCE_MODEL ? questionFor(asked) : null,
  }));
}

/**
 * Loads the programs of some files. Also returns the environment and runtime on which their results may depend; empty
 * and null unless their code runs in Node.
 */
export async function loadedForOthers(
  files: readonly string[],
  request: CheckRequest,
): Promise<{ loaded: LoadedProgram[]; environment: Environment; runtime: string | null }> {
  const load = async (): Promise<LoadedProgram[]> => {
    const loaded = [];
    for (const file of files) loaded.push(...(await loadPrograms(file, request.load)));
    return loaded;
  };
  if (!runsInNode(files)) return { loaded: await load(), environment: NO_ENVIRONMENT, runtime: null };
  return { ...(await recordReads(load)), runtime: runtimeIdentity() };
}

/** Describes the files in a few words. */
export function filesInWords([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} and ${counted(more.length, 'more file')}`;
}
