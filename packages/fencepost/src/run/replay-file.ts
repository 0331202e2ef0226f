import type { GivenModel } from '@fencepost/core';
import { REFERENCE_MODEL, modelNameOf } from '@fencepost/core';
import type { ReplayOptions, Replayed } from '@fencepost/check';
import { replayProgram } from '@fencepost/check';
import type { Given } from '@fencepost/options';
import { loadPrograms } from '../load/programs.js';
import type { LoadSettings } from '../options/load.js';
import { programToReplay } from './named-programs.js';
import { requestFor } from './check-request.js';

/** Options for replaying a program of a file: as given for the check. */
export interface ReplayFileOptions extends ReplayOptions, Given<LoadSettings> {
  /** The model of the schedule; default: SC. */
  readonly model?: GivenModel;
  /** Name of the program, if the file has several. */
  readonly program?: string;
}

/** Runs a program of a file along a schedule, as `fencepost replay` does. A schedule of another program is an error. */
export async function replayFile(file: string, schedule: string, options: ReplayFileOptions = {}): Promise<Replayed> {
  const { model = REFERENCE_MODEL, program: name, races = false, ...settings } = options;
  const program = programToReplay(await loadPrograms(file, { ...requestFor(settings).load, named: name }), name, file);
  return replayProgram(program, modelNameOf(model), schedule, { races });
}
