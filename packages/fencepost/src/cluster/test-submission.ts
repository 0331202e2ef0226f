import type { SeedRange } from '@fencepost/check';
import type { Policy, RunSearch, Submission } from '@fencepost/cluster';
import type { ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, defaultModels } from '@fencepost/core';
import { usageError } from '../errors.js';
import { testedAmong } from '../options/models.js';
import type { CheckRequest } from '../run/check-request.js';
import type { TestChoices } from '../run/test-loaded.js';
import { buildIdentity } from './build-identity.js';
import { bundleOf, encodeBundle } from './bundle.js';
import { filesInWords, loadedForOthers } from './submission.js';

export interface TestSubmissionOptions {
  /** How programs are built, and the policy. */
  readonly request: CheckRequest;
  /** Undefined: as set by the program, otherwise the default. */
  readonly models: readonly ModelName[] | undefined;
  readonly tests: TestChoices;
  readonly seeds: SeedRange;
}

/** Loads the programs of some files for testing with a range of seeds. */
export async function testSubmissionOf(
  files: readonly string[],
  { request, models, tests, seeds }: TestSubmissionOptions,
): Promise<Submission & { warnings: string }> {
  if (tests.method !== 'active' && tests.maxExecutions === undefined) {
    throw usageError(
      `the method ${tests.method!} runs until a limit stops it`,
      'limit the executions of each seed: --max-executions N',
    );
  }
  const { loaded, environment, runtime } = await loadedForOthers(files, request);
  const searches: RunSearch[] = [];
  const warnings: string[] = [];
  for (const [index, { source, program, settings, warnings: said }] of loaded.entries()) {
    const chosen = models ?? testedAmong(settings?.models) ?? defaultModels('test');
    for (const model of chosen) {
      searches.push({ program: index, model, all: request.search.all, races: false, unordered: null, seeds });
    }
    warnings.push(said ?? '');
    if (chosen.length > 0) continue;
    warnings.push(`${source}: ${program.name} is checked under ${REFERENCE_MODEL} only, so it is not tested\n`);
  }
  if (searches.length === 0) {
    throw usageError('there is nothing to test', `choose models: --model ${defaultModels('test').join(',')}`);
  }
  const policy: Policy = request.search.all ? 'all' : request.search.first ? 'first' : 'least';
  const bundle = { ...bundleOf(files, request, loaded, environment), tests };
  return {
    ...{
      policy,
      source: `${filesInWords(bundle.sources)} (tests)`,
      build: buildIdentity(),
      runtime,
      bundle: encodeBundle(bundle),
    },
    ...{ programs: loaded.map(({ program }) => program.name), searches, warnings: warnings.join('') },
  };
}
