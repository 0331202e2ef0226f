import type { Program } from '@fencepost/core';
import { reachJointStates } from '@fencepost/explore';
import type { Answer } from './machine/answer.js';
import { tell } from './said.js';

/** Larger searches are not worth the time. */
const MOST_STATES = 20_000;

/** What joint states say. */
export type JointVerdict = 'safe' | 'failing' | 'unknown';

/** Returns what joint states say of a program under SC, and the mistakes in it, given the machine's answer. */
export function ofJointStates(
  machine: Answer,
  checked: Program,
  depthFirst: boolean,
): { readonly verdict: JointVerdict; readonly differences: readonly string[] } {
  const { search } = reachJointStates(checked, {
    ...{ isUnbounded: true, races: true, depthFirst, mostStates: MOST_STATES },
    isEnough: () => false,
  });
  const said = new Set(search.failures.map(({ failure }) => tell(failure)));
  const possible = new Set([...machine.failures, ...(machine.deadlock ? ['deadlock'] : [])]);
  const differences: string[] = [];
  for (const each of said)
    if (!possible.has(each) && !(each === 'deadlock' && machine.livelock))
      differences.push(`joint states say ${each}, which cannot happen`);
  if (!search.isComplete || search.anyCut) return { verdict: said.size > 0 ? 'failing' : 'unknown', differences };
  for (const each of machine.failures) if (!said.has(each)) differences.push(`joint states miss ${each}`);
  const isSafe = said.size === 0 && search.ends > 0 && search.alwaysEnds;
  if (isSafe && machine.deadlock) differences.push('joint states miss deadlock');
  if (isSafe && machine.livelock) differences.push('joint states say safe, although it may go on for ever');
  return { verdict: said.size > 0 ? 'failing' : isSafe ? 'safe' : 'unknown', differences };
}
