import type { Failure } from '@fencepost/core';
import type { Counterexample } from '../values/counterexample.js';
import type { CheckReport, RepairReport, SourceLines } from '../values/report.js';
import { WHY_NOT_SC, edgeText, edgesInOrder } from './cycle-text.js';
import { delayText, fenceTexts } from './delay-text.js';
import { changedLines } from './diff-text.js';
import { historyLines } from './history-text.js';
import { hanging, indent, wrap } from './layout.js';
import { counted } from './numbers.js';
import { StoryNames } from './places.js';
import { remedyTexts } from './remedy-text.js';
import { fixCommand, replayCommand } from './replay-command.js';
import { failureText, rowsOf, shortened } from './rows.js';
import { sourceFrames } from './source-frames.js';
import type { Text, TextStyle } from './style.js';
import { breakable, render, span } from './style.js';
import { tableLines } from './table.js';
import { modelsInWords } from './words.js';

/** The context in which a counterexample is shown. */
export interface Telling {
  /** The check that found it. */
  readonly check: Pick<CheckReport, 'source' | 'replay' | 'scenarios'>;
  /** undefined: it shows an SC violation. */
  readonly failure: Failure | undefined;
  readonly sources: SourceLines;
  readonly width: number;
  /** Whether to prove that SC forbids the execution. */
  readonly explain?: boolean;
  /** Replaces the changes that forbid only this execution. */
  readonly repair?: RepairReport | undefined;
  /** Whether to show the cost of the repair. */
  readonly cost?: boolean;
}

/** Returns the text after the heading, which says why: what happened, the fix, and how to go on. */
export function counterexampleLines(counterexample: Counterexample, telling: Telling): Text[] {
  const { check, failure, sources, width, explain = false, repair } = telling;
  const { story } = counterexample;
  // With a repair or a pattern, the reader has seen the lines that matter.
  const isShown = repair !== undefined || counterexample.why !== undefined;
  const frames = isShown ? [] : sourceFrames(counterexample, failure, sources, width);
  const reasons = [
    ...(explain ? proofLines(counterexample, check.source, width) : []),
    ...(repair === undefined ? fixLines(counterexample, check.source, width) : repairLines(repair, telling)),
  ];
  return [
    ...(failure?.history === undefined ? [] : historyLines(failure.history, width)),
    ...tableLines(story, shortened(rowsOf(story, check.source, counterexample), counterexample), width),
    ...endLines(counterexample, failure, width),
    [],
    ...reasons,
    ...frames,
    ...(reasons.length + frames.length === 0 ? [] : [[]]),
    ...(repair === undefined ? [] : [commandLine('apply', fixCommand(check, repair.models, true))]),
    replayLine(check, counterexample),
  ];
}

/**
 * For an execution that is not SC: why SC forbids it, what was delayed or is missing, and the source. For an execution
 * with a data race: what would order the accesses. `file` determines the language.
 */
export function explanationText(
  counterexample: Counterexample,
  file: string,
  sources: SourceLines,
  { width, colour }: TextStyle,
): string[] {
  const why = [
    ...proofLines(counterexample, file, width),
    ...whyLines(counterexample, file, width),
    ...fixLines(counterexample, file, width),
  ];
  if (why.length === 0) return [];
  return [...why, ...sourceFrames(counterexample, undefined, sources, width)].map((line) => render(line, colour));
}

/**
 * Describes a failed check of the final state. It fails in no thread, so the table alone would end without a failure.
 */
function endLines({ story }: Counterexample, failure: Failure | undefined, width: number): Text[] {
  const inThread = story.threads.some(({ failure: why, waits }) => why !== undefined || waits !== undefined);
  if (failure === undefined || failure.kind === 'data race' || inThread) return [];
  return hanging(['at the end  '], [span(failureText(failure.message), 'error')], width);
}

/** Proves that SC forbids the execution, edge by edge. */
function proofLines(counterexample: Counterexample, source: string, width: number): Text[] {
  const { cycle, story } = counterexample;
  if (cycle.length === 0) return [];
  const names = new StoryNames(story, source);
  const edges = edgesInOrder(counterexample).flatMap((edge, i) =>
    hanging([span(`${i + 1}. `, 'dim')], [edgeText(edge, names)], width - 2),
  );
  return [[span('Not possible under SC:', 'strong')], ...indent([...edges, ...wrap([WHY_NOT_SC], width - 2)], 2)];
}

/** Returns the reasons of a failure as sentences: the pattern, or what was delayed or is not ordered. */
export function whyTexts(counterexample: Counterexample, source: string): string[] {
  const { delays, story, why } = counterexample;
  const names = new StoryNames(story, source);
  const told = why === undefined ? [] : [why.text];
  const reasons = [
    ...new Set([
      ...delays.map((delay) => breakable(delayText(delay, names))),
      ...remedyTexts(counterexample, source).missing,
    ]),
  ];
  return [...told, ...(reasons.length === 0 ? [] : [`${capitalised(reasons.join('; '))}.`])];
}

function capitalised(text: string): string {
  // Code keeps its capitalisation.
  if (/^\w*[_.:(]/.test(text)) return text;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Returns the reasons of a failure, as a paragraph. */
export function whyLines(counterexample: Counterexample, source: string, width: number): Text[] {
  return whyTexts(counterexample, source).flatMap((text, i) => paragraph(i === 0 ? 'Why' : '', text, width));
}

const CHECK_AGAIN = 'Other executions may remain: check again.';

/** Returns changes that forbid this execution, or order the accesses of its data race; undefined: none are known. */
export function fixText(counterexample: Counterexample, source: string): string | undefined {
  const names = new StoryNames(counterexample.story, source);
  const fences = fenceTexts(counterexample, names, source);
  const { fixes } = remedyTexts(counterexample, source);
  const ways = [...(fences.length === 0 ? [] : [fences.join('; ')]), ...fixes];
  return ways.length === 0 ? undefined : `${capitalised(ways.join('; or '))}. ${CHECK_AGAIN}`;
}

function fixLines(counterexample: Counterexample, source: string, width: number): Text[] {
  const text = fixText(counterexample, source);
  return text === undefined ? [] : paragraph('Fix', text, width);
}

/** Returns the repair that was compiled and checked. */
function repairLines(repair: RepairReport, { width, cost = false }: Telling): Text[] {
  const { changes, goal, models } = repair;
  const price = cost ? ` (cost ${repair.cost})` : '';
  const text = `${counted(changes.length, 'change')}${price}, compiled and checked: ${goal} under ${modelsInWords(models)}`;
  return [...paragraph('Fix', text, width), ...indent(changedLines(repair, width - LABEL_WIDTH), LABEL_WIDTH)];
}

/** Width of the longest label and two spaces. */
export const LABEL_WIDTH = 8;

function paragraph(label: string, text: string, width: number): Text[] {
  return hanging([span(label.padEnd(LABEL_WIDTH), 'strong')], [text], width);
}

/** Returns a command as a line that is never broken, so that it can be copied. */
export function commandLine(label: string, command: string): Text {
  return [span(label.padEnd(LABEL_WIDTH), 'dim'), command];
}

/** Returns the command that replays the execution. */
export function replayLine(
  check: Pick<CheckReport, 'source' | 'replay'>,
  counterexample: Pick<Counterexample, 'schedule'>,
): Text {
  return commandLine('replay', replayCommand(check, counterexample));
}
