import type { HistorySpecification } from '@fencepost/linear';
import { HISTORY_SPECIFICATIONS, decideHistory } from '@fencepost/linear';
import { collect, inFile, usageError } from '../../errors.js';
import { FOUND, INCONCLUSIVE, OK } from '../../exit-codes.js';
import type { Asked } from '../../options/command-line.js';
import type { Io } from '../terminal/io.js';
import { jsonReport } from '../terminal/json-report.js';
import { reportErrors } from '../terminal/report-errors.js';
import { limitOf } from '../time-limit.js';
import { historyHeader } from './header.js';
import type { DecidedHistory } from './history-text.js';
import { historyLines, historyObject } from './history-text.js';
import type { HistoryOptions } from './options.js';
import { readHistory } from './read-history.js';

/** Each takes some 20 to 30 bytes. */
const CONFIGURATIONS = 20_000_000;

/** Runs `fencepost history`. */
export async function historyCommand(asked: Asked<{ readonly history: HistoryOptions }>, io: Io): Promise<number> {
  const { spec, header, maxTime, format } = asked.values.history;
  if (header) {
    await io.out(historyHeader());
    return OK;
  }
  const files = asked.given.positionals;
  if (files.length === 0) throw usageError('no history given', 'try fencepost history --help');
  if (spec === undefined) {
    const names = Object.keys(HISTORY_SPECIFICATIONS).join(', ');
    throw usageError('what should the calls behave like?', `--spec NAME, one of ${names}`);
  }
  const isOver = limitOf(maxTime) ?? (() => false);
  const { loaded: decided, errors } = await collect(files, (file) =>
    inFile(file, () => decide(file, spec, HISTORY_SPECIFICATIONS[spec]!, isOver)),
  );
  if (format === 'json') await io.out(`${jsonReport(decided.map((each) => historyObject(each)))}\n`);
  else if (decided.length > 0) await io.out(`${decided.flatMap((each) => historyLines(each)).join('\n')}\n`);
  const code = errors.length > 0 ? reportErrors(errors, io) : OK;
  if (decided.some(({ verdict }) => verdict === 'not linearizable')) return FOUND;
  if (code !== OK) return code;
  return decided.every(({ verdict }) => verdict === 'linearizable') ? OK : INCONCLUSIVE;
}

function decide(
  source: string,
  name: string,
  specification: HistorySpecification,
  isOver: () => boolean,
): DecidedHistory {
  const history = readHistory(source, specification);
  const { violation, isCutOff } = decideHistory(history.calls, specification, {
    isOver,
    configurations: CONFIGURATIONS,
  });
  if (violation !== undefined) return { source, name, history, verdict: 'not linearizable', violation };
  return { source, name, history, verdict: isCutOff === true ? 'undecided' : 'linearizable' };
}
