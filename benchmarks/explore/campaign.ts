import { compareWithOracle, LARGER_PROGRAMS, SMALL_PROGRAMS, randomProgram } from '@fencepost/testing';
import { runCampaign } from './random-campaign.js';

// npm run campaign: the explorers against the oracle.
runCampaign({
  sizes: [...SMALL_PROGRAMS, ...LARGER_PROGRAMS],
  programs: randomProgram,
  compare: (source) => compareWithOracle(source),
});
