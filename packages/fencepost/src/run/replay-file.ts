import type { GivenModel, Program } from '@fencepost/core';
import { REFERENCE_MODEL } from '@fencepost/core';
import type { ReplayOptions, Replayed } from '@fencepost/check';
import { replayProgram } from '@fencepost/check';
import { usageError } from '../errors.js';
import type { LoadedProgram } from '../load/loaded-program.js';
import { loadPrograms } from '../load/programs.js';
import { didYouMean } from '../options/choose.js';
import type { FencepostConfig } from '../options/config.js';
import { requestFor } from './requests.js';

/** How a program of a file is replayed: as it was checked. */
export interface ReplayFileOptions
  extends
    ReplayOptions,
    Pick<
      FencepostConfig,
      'unroll' | 'daemons' | 'spurious' | 'failOnExit' | 'criterion' | 'compiler' | 'compileCommands' | 'include'
    > {
  /** The model that the schedule is for; SC unless given. */
  readonly model?: GivenModel;
  /** Which program, if the file has several. */
  readonly program?: string;
}

/** Runs a program of a file as a schedule says, as `fencepost replay` does. A schedule of another program is an error. */
export async function replayFile(file: string, schedule: string, options: ReplayFileOptions = {}): Promise<Replayed> {
  const { model = REFERENCE_MODEL, program: name, races = false, ...settings } = options;
  const program = programToReplay(await loadPrograms(file, requestFor(settings)), name, file);
  return replayProgram(program, model, schedule, { races });
}

/** The program of this name, or the only one; also one of the many that a program stands for. */
export function programToReplay(programs: readonly LoadedProgram[], name: string | undefined, file: string): Program {
  for (const { program } of programs) {
    const scenario = name === undefined ? undefined : program.scenarios?.named(name);
    if (scenario !== undefined) return scenario;
  }
  return programNamed(programs, name, file).program;
}

/** The program of this name, or the only one. */
export function programNamed<T extends { readonly program: { readonly name: string } }>(
  programs: readonly T[],
  name: string | undefined,
  file: string,
): T {
  const names = programs.map(({ program }) => program.name);
  if (name === undefined && programs.length === 1) return programs[0]!;
  const found = programs.find(({ program }) => program.name === name);
  if (found !== undefined) return found;
  const list = `its programs are ${names.map((each) => `'${each}'`).join(', ')}`;
  if (name === undefined) throw usageError(`${file} has ${programs.length} programs`, `say which: --program; ${list}`);
  const guess = didYouMean(name, names);
  throw usageError(`${file} has no program called '${name}'`, guess === undefined ? list : `${guess} (${list})`);
}
