import { DEFAULT_COSTS } from '@fencepost/check';
import { FencepostError } from '@fencepost/core';
import type { FixAnswer, FixableProgram, SourceFiles } from '@fencepost/fix';
import { filesOf, performTask, wantedRepair } from '@fencepost/fix';
import type { Report } from '@fencepost/report';
import type { FixTask, RepairOffer } from '../protocol.js';
import type { FrontEnd, Loaded } from './front-end.js';

/** Returns the goal of a repair after these checks; undefined if there is no repair to search for. */
export function repairOffer(
  frontEnd: FrontEnd,
  { file, text }: Pick<FixTask, 'file' | 'text'>,
  { programs }: Loaded,
  { checks }: Report,
): RepairOffer | undefined {
  const checksOf = (name: string): Report['checks'] => checks.filter(({ program }) => program === name);
  const isBad = (name: string): boolean =>
    checksOf(name).some(
      ({ verdict, robust, allowsRelaxed }) => verdict === 'failing' || (robust === false && allowsRelaxed !== true),
    );
  // A program that no repair can fix is left out, so that the others can still be repaired.
  const taken = programs.filter(
    ({ program: { name } }) =>
      checksOf(name).length > 0 && (!isBad(name) || wantedRepair(file, checksOf(name), false) !== undefined),
  );
  const names = taken.map(({ program: { name } }) => name);
  const wanted = wantedRepair(file, names.flatMap(checksOf), false);
  if (wanted === undefined) return undefined;
  const editor = frontEnd.editorFor(taken[0]!.program, file, wanted.models, filesOf({ [file]: text }));
  return editor && { ...wanted, programs: names };
}

/** Searches for a repair of a file. Calls `told` from time to time while the search runs. */
export async function fixed(
  frontEnd: FrontEnd,
  { file, text, offer: { models, goal, programs: names }, maxSeconds }: FixTask,
  load: (text: string) => Promise<Loaded>,
  told: () => void,
): Promise<FixAnswer> {
  const deadline = Date.now() + 1000 * maxSeconds;
  const loadFixable = async (own: string): Promise<readonly FixableProgram[]> => {
    const { programs, warnings } = await load(own);
    return programs
      .filter(({ program }) => names.includes(program.name))
      .map(({ program }) => ({ source: file, program, ...(warnings !== undefined && { warnings }) }));
  };
  const files: SourceFiles = filesOf({ [file]: text });
  const loaded = await loadFixable(text);
  return performTask(
    loaded,
    { ...{ kind: 'fix', models, goal, from: 'source', maxDepth: undefined, alternatives: 0 }, costs: DEFAULT_COSTS },
    {
      ...{ deadline, files },
      isStopped: () => {
        told();
        return Date.now() > deadline;
      },
      load: (texts) => loadFixable(texts[file] ?? text),
      editorFor: (chosen) => {
        const editor = frontEnd.editorFor(loaded[0]!.program, file, chosen, files);
        if (editor === undefined) throw new FencepostError('USAGE', `${file} cannot be repaired`);
        return editor;
      },
    },
  );
}
