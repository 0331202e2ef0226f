import type { Failure } from '@fencepost/core';
import type { Counterexample } from '../values/counterexample.js';
import type { CheckReport, SourceLines } from '../values/report.js';
import { edgeText, edgesInOrder, whyNotSc } from './cycle-text.js';
import { delayText, fenceTexts, needsFences } from './delay-text.js';
import { historyLines } from './history-text.js';
import { hanging, indent, wrap } from './layout.js';
import { StoryNames } from './places.js';
import { remedyTexts } from './remedy-text.js';
import { replayCommand } from './replay-command.js';
import { failureText, rowsOf, shortened } from './rows.js';
import { sourceFrames } from './source-frames.js';
import type { Text, TextStyle } from './style.js';
import { render, span } from './style.js';
import { tableLines } from './table.js';

/** The context in which a counterexample is shown. */
export interface Telling {
  /** The check that found it. */
  readonly check: Pick<CheckReport, 'source' | 'replay' | 'scenarios'>;
  /** undefined: it shows an SC violation. */
  readonly failure: Failure | undefined;
  readonly sources: SourceLines;
  readonly width: number;
}

/**
 * Returns the full text: the table, why SC forbids the execution, what was delayed, the source, and how to replay it.
 */
export function counterexampleLines(counterexample: Counterexample, telling: Telling): Text[] {
  const { check, failure, sources, width } = telling;
  const { story } = counterexample;
  const frames = sourceFrames(counterexample, failure, sources, width);
  return [
    ...(failure?.history === undefined ? [] : historyLines(failure.history, width)),
    ...tableLines(story, shortened(rowsOf(story, check.source, counterexample.cycle), counterexample), width),
    ...endLines(counterexample, failure, width),
    [],
    ...cycleLines(counterexample, check.source, width),
    ...raceLines(counterexample, check.source, width),
    ...(frames.length === 0 ? [] : [...frames, []]),
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
  const why = [...cycleLines(counterexample, file, width), ...raceLines(counterexample, file, width)];
  if (why.length === 0) return [];
  const frames = sourceFrames(counterexample, undefined, sources, width);
  const lines = frames.length === 0 ? why.slice(0, -1) : [...why, ...frames];
  return lines.map((line) => render(line, colour));
}

/**
 * Describes a failed check of the final state. It fails in no thread, so the table alone would end without a failure.
 */
function endLines({ story }: Counterexample, failure: Failure | undefined, width: number): Text[] {
  const inThread = story.threads.some(({ failure: why, waits }) => why !== undefined || waits !== undefined);
  if (failure === undefined || failure.kind === 'data race' || inThread) return [];
  return hanging(['at the end  '], [span(failureText(failure.message), 'error')], width);
}

function cycleLines(counterexample: Counterexample, source: string, width: number): Text[] {
  const { cycle, delays, story } = counterexample;
  if (cycle.length === 0) return [];
  const names = new StoryNames(story, source);
  const edges = edgesInOrder(counterexample).flatMap((edge, i) =>
    hanging([span(`${i + 1}. `, 'dim')], [edgeText(edge, names)], width - 2),
  );
  const delayed = delays.map((delay) => delayText(delay, names)).join('; ');
  const fences = fenceTexts(counterexample, names, source);
  return [
    [span('Not possible under SC:', 'strong')],
    ...indent([...edges, ...wrap([whyNotSc(counterexample, names)], width - 2)], 2),
    ...(delays.length === 0 ? [] : paragraph('Delayed:', delayed, width)),
    ...(fences.length === 0
      ? []
      : paragraph(
          needsFences(counterexample, source) ? 'Fence:' : 'Fix:',
          `${fences.join('; ')}. ${CHECK_AGAIN}`,
          width,
        )),
    ...remedyLines(counterexample, source, width),
    [],
  ];
}

const CHECK_AGAIN = 'Other executions may remain: check again.';

/** Returns what would order the accesses of a data race in an SC execution. */
function raceLines(counterexample: Counterexample, source: string, width: number): Text[] {
  if (counterexample.cycle.length > 0) return [];
  const lines = remedyLines(counterexample, source, width);
  return lines.length === 0 ? [] : [...lines, []];
}

function remedyLines(counterexample: Counterexample, source: string, width: number): Text[] {
  const { missing, fixes } = remedyTexts(counterexample, source);
  return [
    ...(missing.length === 0 ? [] : paragraph('Missing:', `${missing.join('; ')}.`, width)),
    ...(fixes.length === 0 ? [] : paragraph('Fix:', `${fixes.join('; or ')}. ${CHECK_AGAIN}`, width)),
  ];
}

/** Width of the longest label and a space. */
const LABEL_WIDTH = 9;

function paragraph(label: string, text: string, width: number): Text[] {
  return hanging([span(label.padEnd(LABEL_WIDTH), 'strong')], [text], width);
}

/** Returns the replay command as a line that is never broken, so that it can be copied. */
export function replayLine(
  check: Pick<CheckReport, 'source' | 'replay'>,
  counterexample: Pick<Counterexample, 'schedule'>,
): Text {
  return [span('Replay:'.padEnd(LABEL_WIDTH), 'strong'), replayCommand(check, counterexample)];
}
