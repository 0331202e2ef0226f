import type { LocalStates } from '@fencepost/core';
import { EXIT, FAIL, Random, isFencepostError } from '@fencepost/core';
import { AccessFacts } from './access-facts.js';
import { JointState, NOBODY } from './joint-state.js';

/** Maximum number of executions, and of steps of each. */
const MOST_WALKS = 64;
const MOST_STEPS = 1000;
/** Scouting ends after this many executions that show nothing new, and after this many steps in all. */
const MOST_IDLE_WALKS = 8;
const MOST_STEPS_IN_ALL = 1 << 12;
/** Where there are thousands of threads, looking for one that can run takes longer than its step. */
const THREADS_PER_STEP = 1 << 6;

/**
 * Learns from random executions which threads access which locations. The search assumes that it knows all accesses and
 * begins again whenever another one appears, so it should know most of them before it begins.
 */
export function scoutAccesses(states: LocalStates, races: boolean): AccessFacts {
  // What is not read may be read later: all memory is kept.
  const facts = new AccessFacts(states, true, races);
  try {
    walkOften(states, facts);
  } catch (error) {
    // The search shows it, if it gets there.
    if (!isFencepostError(error)) throw error;
  }
  return facts;
}

function walkOften(states: LocalStates, facts: AccessFacts): void {
  const random = new Random(1);
  const joint = new JointState(states, facts);
  let steps = 0;
  let idle = 0;
  for (let walk = 0; walk < MOST_WALKS && idle < MOST_IDLE_WALKS && steps < MOST_STEPS_IN_ALL; walk++) {
    facts.begin();
    joint.rows.take(1);
    steps += walkOnce(states, joint, facts, random);
    idle = facts.haveChanged ? 0 : idle + 1;
  }
}

/** Runs the program once. Returns the number of steps. */
function walkOnce(states: LocalStates, joint: JointState, facts: AccessFacts, random: Random): number {
  let steps = 0;
  while (steps < MOST_STEPS) {
    const { count } = states.threads;
    let t = joint.holder();
    if (t === NOBODY) {
      const first = Math.floor(random.next() * count);
      const tried = threadsTried(joint, first, count);
      if (tried === count) return steps;
      steps += Math.floor(tried / THREADS_PER_STEP);
      t = (first + tried) % count;
    } else if (!joint.canRun(t)) return steps;
    steps++;
    facts.note(t, joint.local(t));
    const kind = states.kind[joint.step(t, joint.chooses(t) && random.next() < 0.5)];
    if (kind === EXIT || kind === FAIL) return steps;
  }
  return steps;
}

/** Returns how many threads from the first one on cannot run. */
function threadsTried(joint: JointState, first: number, count: number): number {
  let tried = 0;
  while (tried < count && !joint.canRun((first + tried) % count)) tried++;
  return tried;
}
