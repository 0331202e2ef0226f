import type { Site, ToldHistory } from '@fencepost/core';
import { bugsOf } from '../values/bugs.js';
import { historyInWords } from '../values/history-in-words.js';
import type { CheckReport } from '../values/report.js';
import { LABEL_WIDTH, fixText, whyTexts } from '../text/counterexample-text.js';
import { findingOf } from '../text/findings.js';
import { incompleteText } from '../text/incomplete-text.js';
import { counted } from '../text/numbers.js';
import { placeText } from '../text/places.js';
import { replayCommand } from '../text/replay-command.js';
import { render } from '../text/style.js';
import { alsoText } from '../text/report-text.js';
import { modelsInWords, whenInWords } from '../text/words.js';
import { bugFindingsOf, reasonsOf } from './findings.js';
import { isInconclusive } from './outcome.js';

/** A program's worst bug in a few lines, for readers who see the code next to them. */
export interface Brief {
  /** The problem, in one line. */
  readonly headline: string;
  /** At most seven labelled lines: where, why, the fix, how to replay it. They are not wrapped. */
  readonly lines: readonly string[];
  /** The line that fails, or the like; undefined: no particular place. */
  readonly site: Site | undefined;
}

/**
 * The checks are those of one program. Returns undefined if nothing was found and everything was decided. `full`: how to
 * get the whole report. `limit`: what to do if the time ran out.
 */
export function briefOf(checks: readonly CheckReport[], full: string, limit?: string): Brief | undefined {
  const [bug, ...more] = bugsOf(checks);
  if (bug === undefined) return undecided(checks, full, limit);
  const { main, others, models } = bug;
  const { check, failure, counterexample } = main;
  const { title, shownBy } = findingOf(main);
  const site = bugFindingsOf({ checks })[0]?.site;
  const under = failure === undefined ? `under ${modelsInWords(models)}` : whenInWords(failure, models);
  const shown = counterexample ?? undefined;
  return {
    headline: shownText(`${title}, ${under}`),
    lines: [
      ...labelled('calls', failure?.history && callsIn(failure.history)),
      ...labelled('Where', whereOf(site, failure?.thread, check.source, shownBy)),
      ...labelled('also', alsoText(main, others)),
      ...labelled('Why', shown && whyTexts(shown, check.source).join(' ')),
      ...labelled('Fix', shown && fixText(shown, check.source)),
      ...labelled('replay', shown && replayCommand(check, shown)),
      ...labelled('more', `${more.length === 0 ? '' : `${counted(more.length, 'more bug')}; `}${full}`),
    ],
    site,
  };
}

/** Returns `line 23 in receiver; in 1 of 3 executions`. */
function whereOf(site: Site | undefined, thread: string | undefined, source: string, shownBy: string): string {
  const place = [...(site === undefined ? [] : [placeText(site, source)]), ...(thread === undefined ? [] : [`in ${thread}`])]; // prettier-ignore
  return [place.join(' '), shownBy].filter((text) => text !== '').join('; ');
}

/** Returns `thread 1: push(1), pop() → 1 | thread 2: pop() → 1`. */
function callsIn(history: ToldHistory): string {
  const { initial, columns } = historyInWords(history);
  const first = initial.length === 0 ? '' : `after ${initial.join(', ')}: `;
  const threads = columns.map(({ name, cells }) => `${name}: ${cells.filter((cell) => cell !== '').join(', ')}`);
  return `${first}${threads.join(' | ')}`;
}

function undecided(checks: readonly CheckReport[], full: string, limit?: string): Brief | undefined {
  const open = checks.filter(isInconclusive);
  if (open.length === 0) return undefined;
  const { incomplete } = open[0]!;
  return {
    headline: `undecided under ${modelsInWords(open.map(({ model }) => model))}`,
    lines: [
      ...labelled('Why', incomplete === null ? reasonsOf(open) : incompleteText(incomplete)),
      ...labelled('Fix', limit),
      ...labelled('more', full),
    ],
    site: undefined,
  };
}

function labelled(label: string, text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : [shownText(`${label.padEnd(LABEL_WIDTH)}${text}`)];
}

/** One line as printed: text of the program may contain any character. */
function shownText(text: string): string {
  return render([text], false);
}
