import type { AxiomaticModel } from './models/model.js';
import type { AxiomaticProgram } from './program/program.js';
import type { LocationChoice } from './executions/execution.js';
import { EnumeratedExecution } from './executions/enumerated.js';
import { choicesOf } from './executions/choices.js';
import { combinations } from './executions/combinations.js';
import { pathsOf } from './executions/paths.js';
import { Skeleton } from './executions/skeleton.js';
import { Values } from './executions/values.js';

/** Yields every execution of the program that the model accepts, each once, by brute force. */
export function* consistentExecutions(
  program: AxiomaticProgram,
  model: AxiomaticModel,
): Generator<EnumeratedExecution> {
  for (const execution of candidateExecutions(program, model)) if (model.isConsistent(execution)) yield execution;
}

/** Throws a `FencepostError` if the address of some access is not known without reading memory. */
export function requireKnownAddresses(program: AxiomaticProgram): void {
  program.threads.forEach((_, t) => pathsOf(program, t, true));
}

/** Yields every combination of paths through the threads, sources of reads, and orders of writes. */
function* candidateExecutions(program: AxiomaticProgram, model: AxiomaticModel): Generator<EnumeratedExecution> {
  const paths = program.threads.map((_, t) => pathsOf(program, t, model.splitsAtomics));
  for (const taken of combinations(paths)) {
    const skeleton = new Skeleton(program, taken);
    const choices = skeleton.addresses.map((address) =>
      choicesOf(skeleton, address, model.enumeration(skeleton.events.filter((event) => event.address === address))),
    );
    for (const chosen of combinations(choices)) {
      const values = Values.of(skeleton, sourcesOf(chosen));
      if (values !== undefined) yield new EnumeratedExecution(skeleton, chosen, values);
    }
  }
}

function sourcesOf(choices: readonly LocationChoice[]): number[] {
  const sources: number[] = [];
  for (const choice of choices) for (const [read, write] of choice.sources) sources[read] = write;
  return sources;
}
