import { SYMMETRIC_PROGRAMS, compareWithOrbits, symmetricProgram } from '@fencepost/testing';
import { runCampaign } from './campaign.js';

// npm run campaign -- symmetry: the search up to symmetry against the orbits of the full search.
runCampaign({
  sizes: SYMMETRIC_PROGRAMS,
  programs: symmetricProgram,
  compare: (source) => compareWithOrbits(source),
});
