import type { LocalStates } from './local-states.js';
import { COMPARISONS, JOIN, PROGRESS, STUCK } from '../operations/operation.js';

/** Describes what a thread in this state waits for, as the words after "waits". */
export function waitsFor(states: LocalStates, state: number): string {
  if (states.kind[state] === JOIN) return `for ${states.threads.names[states.operand[state]!]!} to end`;
  if (states.kind[state] === STUCK) return 'in a loop that changes nothing';
  const location = states.location[state]!;
  const name = states.locations.name(location);
  if (states.comparison[state] === PROGRESS) return `for ${name} to change`;
  if (states.comparison[state]! > PROGRESS) return `on ${name} (${states.transitions.name(states.operand[state]!)})`;
  if (states.locations.isMutex(location)) return `to lock ${name}`;
  const awaited = states.locations.show(states.awaited[state]!, location, states.labels.get(states.label[state]!).site);
  return `for ${name} ${COMPARISONS[states.comparison[state]!]!} ${awaited}`;
}
