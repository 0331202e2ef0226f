import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramCheck } from '@fencepost/check';
import { checkProgram } from '@fencepost/check';
import type { Program } from '@fencepost/core';
import { loadChecks } from '@fencepost/javascript';
import type { Edit, Mutant } from './mutants.js';

/** The structure of a check, after edits. */
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
export async function checkMutant(folder: string, mutant: Mutant, maxSeconds = Infinity): Promise<ProgramCheck> {
  const program = await structureOf(folder, mutant.structure, mutant.edits);
  return checkProgram(program, { models: [mutant.model], maxSeconds })[0]!;
}
