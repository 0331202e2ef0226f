import type { Answer } from './machine/answer.js';
import type { Said } from './said.js';

/** What is wrong with what was said, given what the machine found. `all`: all failures were asked for. */
export function differences(machine: Answer, said: Said, all: boolean): string[] {
  const found: string[] = [];
  const possible = new Set([...machine.failures, ...(machine.deadlock ? ['deadlock'] : [])]);
  for (const failure of new Set(said.failures)) if (!possible.has(failure)) found.push(`says ${failure}, which cannot happen`);
  for (const outcome of said.outcomes) if (!machine.outcomes.has(outcome)) found.push(`has the outcome ${outcome}, which cannot be`);
  if (said.verdict === 'safe') {
    for (const failure of possible) found.push(`says safe, and misses ${failure}`);
    if (machine.livelock) found.push('says safe, although it may go on for ever');
    if (said.executions === 0 && !machine.cut) found.push('says safe without an execution that ends');
  }
  if (said.complete && (said.verdict === 'safe' || all)) {
    for (const outcome of machine.outcomes) if (!said.outcomes.has(outcome)) found.push(`misses the outcome ${outcome}`);
    if (said.verdict === 'failing') {
      for (const failure of possible) if (!said.failures.includes(failure)) found.push(`misses ${failure}`);
    }
  }
  return found;
}
