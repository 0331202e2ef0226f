import type { Level, RuleId } from './findings.js';

/** A description of a kind of finding, and what to do about it. */
export interface Rule {
  readonly title: string;
  readonly description: string;
  readonly help: string;
  readonly level: Level;
}

const REPLAY = 'Every finding has a command that shows the execution step by step: fencepost replay.';

export const RULES: Readonly<Record<RuleId, Rule>> = {
  assertion: {
    title: 'Check fails',
    description:
      'A check of the program fails in some execution: an assertion, or a condition that is checked at the end.',
    help: `If the check fails under SC, the program is wrong under every memory model. If it fails only under a weaker model, a store reaches memory later than the program expects: a fence, or a stronger memory order of the delayed store, prevents that. ${REPLAY}`,
    level: 'error',
  },
  crash: {
    title: 'Crash',
    description: 'The program crashes in some execution.',
    help: `The last steps of the thread that crashes show what it read. ${REPLAY}`,
    level: 'error',
  },
  deadlock: {
    title: 'Deadlock',
    description:
      'Threads wait forever in some execution: for a lock, for one another, or for a value that no thread will write.',
    help: `The end of the execution shows what each thread waits for. Locks that are always taken in the same order, and conditions that are checked under the lock, prevent most deadlocks. ${REPLAY}`,
    level: 'error',
  },
  'invalid-access': {
    title: 'Invalid access',
    description: 'In some execution a thread accesses invalid memory: out of bounds, freed, or not initialised.',
    help: `The execution shows when the memory was freed or the pointer published, and when it was used. ${REPLAY}`,
    level: 'error',
  },
  'data-race': {
    title: 'Data race',
    description:
      'Two threads access the same memory, at least one of them writes, at least one access is not atomic, and nothing orders them. In C and C++ the behaviour is then undefined.',
    help: `Order the accesses, with a lock or with a release store and an acquire load, or make both atomic. ${REPLAY}`,
    level: 'error',
  },
  'not-linearizable': {
    title: 'Not linearizable',
    description:
      'In some execution, calls of a data structure return results that no sequential order explains: it does not behave as if each call took effect at once.',
    help: `The table of calls shows what they returned, and the orders that were tried show where each breaks. If it fails only under a weaker model than SC, a fence or a stronger memory order is missing. ${REPLAY}`,
    level: 'error',
  },
  'wrong-results': {
    title: 'Wrong results of calls',
    description:
      'In some execution, calls of a data structure return results that the chosen criterion forbids: an element is lost, for example.',
    help: `The table of calls shows what they returned. If it fails only under a weaker model than SC, a fence or a stronger memory order is missing. ${REPLAY}`,
    level: 'error',
  },
  'sc-violation': {
    title: 'Not robust',
    description:
      'In some execution the threads do not see memory in one order: an operation comes before a write that happens before it. On this hardware, the program can behave in ways that SC forbids.',
    help: `A fence between the delayed store and what overtakes it, or a stronger memory order, makes the program robust. If the reordering is intended, --allow-relaxed accepts SC violations that make no check fail. ${REPLAY}`,
    level: 'warning',
  },
  inconclusive: {
    title: 'Undecided',
    description: 'The search ended before every execution was explored, and had found nothing by then.',
    help: 'The message says which bound was hit. A larger bound, or a smaller program, lets the search end.',
    level: 'note',
  },
};
