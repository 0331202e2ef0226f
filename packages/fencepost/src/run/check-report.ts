import type { ProgramCheck } from '@fencepost/check';
import type { CheckReport } from '@fencepost/report';
import type { ProgramFacts } from '../load/loaded-program.js';
import type { CheckRequest } from './check-request.js';
import { replayOptions } from './replay-options.js';

/** Returns the report of a check, with its file and the options for replaying the findings. */
export function checkReport(
  facts: Omit<ProgramFacts, 'index' | 'reads'>,
  request: CheckRequest,
  check: ProgramCheck,
): CheckReport {
  const { source, program, settings } = facts;
  const { shown } = check.scenarios ?? {};
  const replayed = shown === undefined ? facts : { ...facts, alone: false, program: { ...program, name: shown } };
  return {
    ...{
      source,
      program: program.name,
      ...check,
      replay: replayOptions(replayed, request.load, check.model, request.search.races),
    },
    ...(settings?.allowRelaxed === true && { allowsRelaxed: true }),
  };
}
