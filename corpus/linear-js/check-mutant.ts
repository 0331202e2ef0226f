import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramCheck } from '@fencepost/check';
import { checkProgram } from '@fencepost/check';
import type { Program } from '@fencepost/core';
import { loadChecks } from '@fencepost/javascript';
import type { Edit, Mutant } from './mutant.js';

/** Returns the structure of a check, after edits. */
export async function structureOf(folder: string, structure: string, edits: readonly Edit[] = []): Promise<Program> {
  const texts = new Map<string, string>();
  for (const { file = `${structure}.ts`, from, to } of edits) {
    const path = join(folder, file);
    const parts = (texts.get(path) ?? readFileSync(path, 'utf8')).split(from);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
    texts.set(path, parts.join(to));
  }
  const { checks } = await loadChecks(join(folder, `${structure}.check.ts`), { texts: Object.fromEntries(texts) });
  return checks[0]!.program;
}

/** Checks a mutant until it fails. */
export async function checkMutant(folder: string, mutant: Mutant): Promise<ProgramCheck> {
  const program = await structureOf(folder, mutant.structure, mutant.edits);
  return checkProgram(program, { models: [mutant.model ?? 'sc'] })[0]!;
}

/** Checks the same scenarios, up to the one that fails, on the unmodified structure. */
export async function checkOriginal(
  folder: string,
  { structure, edits, model }: Mutant,
  checked: number,
): Promise<ProgramCheck> {
  const ofCheck = edits.filter(({ file = '' }) => file.endsWith('.check.ts'));
  const program = await structureOf(folder, structure, ofCheck);
  const { scenarios } = program;
  const programs = (isWanted: (number: number) => boolean = () => true): Iterable<Program> =>
    scenarios!.programs((number) => number < checked && isWanted(number));
  const fewer = { ...scenarios!, count: checked, programs };
  return checkProgram({ ...program, scenarios: fewer }, { models: [model ?? 'sc'] })[0]!;
}
