import {
  COMPARED_MODELS,
  EXPLORERS,
  IN_UNITS,
  LARGER_PROGRAMS,
  SMALL_PROGRAMS,
  compareWithOracle,
  randomProgram,
} from '@fencepost/testing';
import { runCampaign } from './campaign.js';

// npm run campaign -- oracle: the explorers against the oracle.
runCampaign({
  sizes: [...SMALL_PROGRAMS, ...LARGER_PROGRAMS],
  programs: randomProgram,
  compare: (source) => compareWithOracle(source, COMPARED_MODELS, { ...EXPLORERS, ...IN_UNITS }),
});
