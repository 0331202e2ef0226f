import type { ChangedFile, FixAnswer } from '@fencepost/fix';
import type { RepairReport, Replacement } from '@fencepost/report';
import type { ProgramFacts } from '../load/loaded-program.js';
import { diffOf } from './diff-of.js';

/** Returns a repair that was applied and checked, in the form of reports; undefined if there is none. */
export function repairReport({ source, program }: ProgramFacts, answer: FixAnswer): RepairReport | undefined {
  if (answer.outcome !== 'checked' || answer.files.length === 0) return undefined;
  const { models, goal, cost, changes, files } = answer;
  return {
    ...{ source, program: program.name, models, goal, cost },
    changes: changes.map(({ words }) => words),
    diff: diffOf(files),
    replacements: files.flatMap(replacementsIn),
  };
}

function replacementsIn({ path, text, edits }: ChangedFile): readonly Replacement[] {
  return edits.map(({ start, end, text: replacement }) => {
    const [line, column] = placeAt(text, start);
    const [endLine, endColumn] = placeAt(text, end);
    return { file: path, line, column, endLine, endColumn, text: replacement };
  });
}

function placeAt(text: string, offset: number): readonly [line: number, column: number] {
  const before = text.slice(0, offset);
  return [before.split('\n').length, offset - before.lastIndexOf('\n')];
}
