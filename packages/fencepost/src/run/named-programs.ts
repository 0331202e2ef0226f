import type { Program } from '@fencepost/core';
import { usageError } from '../errors.js';
import type { LoadedProgram, ProgramFacts } from '../load/loaded-program.js';
import { didYouMean } from '@fencepost/options';

/** Returns the program of this name, or the only one; also a scenario of a structure. */
export function programToReplay(programs: readonly LoadedProgram[], name: string | undefined, file: string): Program {
  const structure = name === undefined ? undefined : structureWith(programs, name);
  if (structure !== undefined) return scenarioNamed(structure.program, name!, file);
  return programNamed(programs, name, file).program;
}

/** Returns the data structure that has a scenario of this name, or to which the name would belong. */
export function structureWith<T extends { readonly program: Program }>(
  programs: readonly T[],
  name: string,
): T | undefined {
  const structures = programs.filter(({ program }) => program.scenarios !== undefined);
  return (
    structures.find(({ program }) => program.scenarios!.named(name) !== undefined) ??
    structures.find((each) => isScenarioOf(name, each))
  );
}

/** Whether the name has the form of a scenario of the program. */
export function isScenarioOf(name: string, { program }: { readonly program: { readonly name: string } }): boolean {
  return name.startsWith(`${program.name}: `);
}

/** The same if scenarios are not known: returns the program to which the scenario belongs. */
export function factsNamed(
  programs: readonly ProgramFacts[],
  name: string,
  file: string,
): ProgramFacts & { readonly scenario?: string } {
  const isExact = programs.some(({ program }) => program.name === name);
  const structure = isExact
    ? undefined
    : programs.find((each) => each.settings !== undefined && isScenarioOf(name, each));
  return structure === undefined ? programNamed(programs, name, file) : { ...structure, scenario: name };
}

/** Returns the scenario of this name. */
export function scenarioNamed({ name, scenarios }: Program, wanted: string, file: string): Program {
  const found = scenarios?.named(wanted);
  if (found !== undefined) return found;
  const example = scenarios && exampleOf(scenarios.programs());
  const hint = example === undefined ? `there is '${name}'` : `a scenario is written as '${example}'`;
  throw usageError(
    wanted === name
      ? `'${name}' is a data structure: name one of its scenarios`
      : `${file} has no scenario called '${wanted}'`,
    hint,
  );
}

/** Returns a scenario in which two threads make calls. */
function exampleOf(scenarios: Iterable<Program>): string | undefined {
  for (const { name } of scenarios) if (/: [^-].* \| [^-]/.test(name)) return name;
  return undefined;
}

/** Returns the program of this name, or the only one. */
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
  if (name === undefined)
    throw usageError(`${file} has ${programs.length} programs`, `choose one with --program; ${list}`);
  const guess = didYouMean(name, names);
  throw usageError(`${file} has no program called '${name}'`, guess === undefined ? list : `${guess} (${list})`);
}
