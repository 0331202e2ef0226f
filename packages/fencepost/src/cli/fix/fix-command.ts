import type { Program } from '@fencepost/core';
import { REFERENCE_MODEL, modelTitle, modelsFor, printable } from '@fencepost/core';
import type { Goal, NeededRepair } from '@fencepost/check';
import { counted, firstLine } from '@fencepost/report';
import { orderedPair } from '@fencepost/check';
import { usageError } from '../../errors.js';
import { FOUND, INCONCLUSIVE, OK } from '../../exit-codes.js';
import type { Editor } from '../../fix/editor.js';
import { editorFor } from '../../fix/editors.js';
import type { Fix } from '../../fix/fix-program.js';
import { fixProgram } from '../../fix/fix-program.js';
import { diffOf } from '../../fix/unified-diff.js';
import { writeFiles } from '../../fix/write-files.js';
import { loadPrograms } from '../../load/programs.js';
import { requested } from '../../options/resolve.js';
import { programNamed } from '../../run/replay-file.js';
import { BuiltIns } from '../../workers/built-ins.js';
import { fixHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';

/** `fencepost fix`. */
export async function fixCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = await requested('fix', args);
  if (asked.help) {
    await io.out(fixHelp());
    return OK;
  }
  const { values } = asked;
  const [file, ...more] = values.files ?? [];
  if (file === undefined || more.length > 0) throw usageError('fix takes one file', 'fencepost fix queue.c --write');
  const builtIns = new BuiltIns();
  const loaded = programNamed(await loadPrograms(file, values), values.program, file);
  const { program } = loaded;
  const { models = modelsFor(program), maxTime = Infinity, maxDepth, write } = values;
  const goal = values.goal ?? defaultGoal(program);
  for (const model of models) program.refuse?.(model);
  const editor = await editorFor(loaded, models);
  const fix = await fixProgram(loaded, editor, {
    ...{ models, goal, maxDepth, deadline: Date.now() + 1000 * maxTime },
    load: async (texts) => programNamed(await loadPrograms(file, { ...values, texts }), values.program, file),
  });
  builtIns.require(file);
  if (write && 'files' in fix) writeFiles(fix.files);
  const title = `${file}: ${models.map(modelTitle).join(', ')}`;
  await io.out(
    `${linesFor(fix, editor, title, goal, write).map(printable).join('\n')}\n${'files' in fix ? diffOf(fix.files) : ''}`,
  );
  return exitCodeOf(fix, write);
}

/** Litmus tests describe what a machine may do: most have nothing that could fail. */
function defaultGoal({ assembly }: Program): Goal {
  return assembly === true ? 'robust' : 'safe';
}

function linesFor(fix: Fix, editor: Editor, title: string, goal: Goal, write: boolean): string[] {
  if (fix.outcome === 'stopped') return [`${title}: time is up; no repair was found and checked so far`];
  if (fix.outcome === 'impossible') return impossible(fix, title);
  const { repairs, cost, outcome } = fix;
  const within = outcome === 'bounded' ? ' within the bounds of the search' : '';
  if (repairs.length === 0) return [`${title}: nothing to repair: the program is ${goal}${within}`];
  const changes = `${counted(repairs.length, 'change')} (cost ${cost})`;
  const reasons = repairs.flatMap((each) => [`  ${editor.words(each.repair)}`, ...reasonLines(each, goal)]);
  if (outcome === 'told') {
    const why = 'cannot be made in the text: make it by hand, and check the program';
    return [`${title}: ${changes} would make the program ${goal}, but ${why}`, ...reasons];
  }
  const done = write ? 'written' : 'to apply: --write';
  return [
    `${title}: ${changes} make${repairs.length === 1 ? 's' : ''} the program ${goal}${within} (${done})`,
    ...reasons,
  ];
}

function impossible(
  { isSequential, execution: { message } }: Extract<Fix, { outcome: 'impossible' }>,
  title: string,
): string[] {
  return isSequential
    ? [`${title}: it fails under ${modelTitle(REFERENCE_MODEL)}, too, so no fence or order can repair it: ${message}`]
    : [`${title}: no fence or order repairs it: ${message}`];
}

/** What could happen without the change, and the operations that it keeps in order. */
function reasonLines(needed: NeededRepair, goal: Goal): string[] {
  const { model, message } = needed.forbids;
  const pair = orderedPair(needed);
  return [
    ...(goal === 'safe' ? [`    without it, under ${modelTitle(model)}: ${firstLine(message)}`] : []),
    ...(pair
      ? [`    keeps the ${pair.first.kind} at ${pair.first.text} before the ${pair.second.kind} at ${pair.second.text}`]
      : []),
  ];
}

function exitCodeOf(fix: Fix, write: boolean): number {
  if (fix.outcome === 'stopped') return INCONCLUSIVE;
  if (fix.outcome === 'impossible' || fix.outcome === 'told') return FOUND;
  if (fix.repairs.length > 0 && !write) return FOUND;
  return fix.outcome === 'bounded' ? INCONCLUSIVE : OK;
}
