import type { Program } from '@fencepost/core';
import { LocalStates, isFencepostError, withRestarts } from '@fencepost/core';
import type { ConfigurationExploration, ConfigurationOptions } from './explore-configurations.js';
import { exploreConfigurations } from './explore-configurations.js';

/** Limits of scouting: searches, and how often the first one asks whether to stop; the later ones are longer. */
const MOST_SEARCHES = 12;
const FIRST_LENGTH = 1;

/** Visits the configurations that a program can reach, and restarts whenever the front end has learned something. */
export function reachConfigurations(program: Program, options: ConfigurationOptions): ConfigurationExploration {
  // Ranges of bytes that are one location are for explorers that check the order of accesses.
  program.blocks?.allow(false);
  scout(program, options.isStopped);
  return withRestarts(() => exploreConfigurations(new LocalStates(program), options), program);
}

/** Lets the front end learn much at once, instead of one fact per restart. */
function scout(program: Program, isStopped: () => boolean = () => false): void {
  if (program.scout === undefined) return;
  for (let seed = 0; seed < MOST_SEARCHES && !isStopped(); seed++) {
    program.scout(true);
    let length = FIRST_LENGTH * (seed + 1);
    const options = { seed, all: true, isStopped: () => length-- === 0 || isStopped() };
    try {
      withRestarts(() => exploreConfigurations(new LocalStates(program), options), program);
    } catch (error) {
      // The real search will show it, if it is real.
      if (!isFencepostError(error)) throw error;
    }
    const hasLearned = program.scout(false);
    program.beginAgain?.();
    if (!hasLearned && seed > 2) return;
  }
}
