import type { Expectation } from './expectation.js';
import { expectations as asm } from './asm/expectations.js';
import { expectations as atomics } from './atomics/expectations.js';
import { expectations as attacksEnds } from './attacks/ends/expectations.js';
import { expectations as attacksLifetimes } from './attacks/lifetimes/expectations.js';
import { expectations as attacksLoops } from './attacks/loops/expectations.js';
import { expectations as attacksMemory } from './attacks/memory/expectations.js';
import { expectations as attacksModels } from './attacks/models/expectations.js';
import { expectations as attacksWaiting } from './attacks/waiting/expectations.js';
import { expectations as cxx } from './cxx/expectations.js';
import { expectations as cxx20 } from './cxx20/expectations.js';
import { expectations as deadlocks } from './deadlocks/expectations.js';
import { expectations as library } from './library/expectations.js';
import { expectations as lifetimes } from './lifetimes/expectations.js';
import { expectations as locks } from './locks/expectations.js';
import { expectations as loops } from './loops/expectations.js';
import { expectations as memory } from './memory/expectations.js';
import { expectations as papers } from './papers/expectations.js';
import { expectations as peers } from './peers/expectations.js';
import { expectations as rounds } from './rounds/expectations.js';
import { expectations as runtime } from './runtime/expectations.js';
import { expectations as structures } from './structures/expectations.js';
import { expectations as trialsAddresses } from './trials/addresses/expectations.js';
import { expectations as trialsAfterFree } from './trials/after-free/expectations.js';
import { expectations as trialsInput } from './trials/input/expectations.js';
import { expectations as trialsLoops } from './trials/loops/expectations.js';
import { expectations as trialsMemory } from './trials/memory/expectations.js';
import { expectations as trialsPrograms } from './trials/programs/expectations.js';
import { expectations as trialsRaces } from './trials/races/expectations.js';
import { expectations as trialsSynchronisation } from './trials/synchronisation/expectations.js';
import { expectations as trialsWords } from './trials/words/expectations.js';
import { expectations as weak } from './weak/expectations.js';
import { withWeakModels } from './weak-models.js';

interface Group {
  readonly group: string;
  readonly expectations: readonly Expectation[];
}

const groups: readonly Group[] = [
  { group: 'peers', expectations: peers },
  { group: 'papers', expectations: papers },
  { group: 'locks', expectations: locks },
  { group: 'structures', expectations: structures },
  { group: 'library', expectations: library },
  { group: 'atomics', expectations: atomics },
  { group: 'asm', expectations: asm },
  { group: 'memory', expectations: memory },
  { group: 'loops', expectations: loops },
  { group: 'rounds', expectations: rounds },
  { group: 'deadlocks', expectations: deadlocks },
  { group: 'cxx', expectations: cxx },
  { group: 'cxx20', expectations: cxx20 },
  { group: 'runtime', expectations: runtime },
  { group: 'lifetimes', expectations: lifetimes },
  { group: 'weak', expectations: weak },
  { group: 'attacks/loops', expectations: attacksLoops },
  { group: 'attacks/memory', expectations: attacksMemory },
  { group: 'attacks/lifetimes', expectations: attacksLifetimes },
  { group: 'attacks/ends', expectations: attacksEnds },
  { group: 'attacks/waiting', expectations: attacksWaiting },
  { group: 'attacks/models', expectations: attacksModels },
  { group: 'trials/programs', expectations: trialsPrograms },
  { group: 'trials/loops', expectations: trialsLoops },
  { group: 'trials/words', expectations: trialsWords },
  { group: 'trials/synchronisation', expectations: trialsSynchronisation },
  { group: 'trials/after-free', expectations: trialsAfterFree },
  { group: 'trials/races', expectations: trialsRaces },
  { group: 'trials/addresses', expectations: trialsAddresses },
  { group: 'trials/memory', expectations: trialsMemory },
  { group: 'trials/input', expectations: trialsInput },
];

/** Every group of the corpus; a group is a directory. */
export const corpus: readonly Group[] = groups.map(({ group, expectations }) => ({
  group,
  expectations: expectations.map((expectation) => withWeakModels(group, expectation)),
}));
