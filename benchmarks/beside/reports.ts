import type { Pair, Race } from '../monitor-report.js';
import { monitoredIn } from '../monitor-report.js';

/** The races that ThreadSanitizer has reported, as pairs of lines. */
export function racesOfThreadSanitizer(output: string): string[] {
  const pairs = output
    .split('WARNING: ThreadSanitizer')
    .slice(1)
    .map((report) => {
      // Functions of the C library, such as free, are its own: their caller is meant.
      const accesses = report.matchAll(/(?:[Rr]ead|[Ww]rite) of size .*\n((?:\s+#\d+ .*\n)+)/g);
      const lines = [...accesses].map(([, stack]) => {
        const frames = stack!.trim().split('\n');
        return lineIn(frames.find((frame) => !/tsan_|libtsan/.test(frame)) ?? frames[0]!);
      });
      return lines.length < 2
        ? `${/^: ([\w -]+)/.exec(report)?.[1] ?? '?'} ${lines.join()}`
        : lines.toSorted().join(' and ');
    });
  return [...new Set(pairs)];
}

/** `f dir/file.c:12:3 (program+0x1234)` is `file.c:12`. */
function lineIn(frame: string): string {
  return /([^/\s]+:\d+)(?::\d+)? \(/.exec(frame)?.[1] ?? frame.replace(/ \(.*/, '');
}

interface Reports {
  readonly operations: number;
  readonly races: readonly string[];
  /** Races and pairs that code without hooks may explain. */
  readonly perhaps: readonly string[];
  readonly tso: readonly string[];
  readonly pso: readonly string[];
  readonly notes: readonly string[];
}

/** How many pairs of lines they are, whatever called them. */
export function countOfLines(reports: readonly string[]): number {
  return new Set(reports.map((each) => each.replaceAll(/ \(.*?\)/g, ''))).size;
}

/** What `monitor --format json` has printed. */
export function reportsOfMonitor(output: string): Reports {
  const checks = monitoredIn(output);
  const short = (place: string): string => place.replaceAll(/[^\s(]*\//g, '');
  const races = (all: readonly Race[]): string[] => {
    return all.map(
      ({ first, second, place }) => `${[short(first), short(second)].toSorted().join(' and ')} (${place})`,
    );
  };
  const pairs = (all: readonly Pair[]): string[] => {
    const tried = all.filter(({ isRetried }) => isRetried !== true);
    return tried.map(({ operation, write, place }) => `${short(operation)} before ${short(write)} (${place})`);
  };
  const under = (model: string): string[] => {
    return checks.filter((each) => each.model === model).flatMap((each) => pairs([...each.violations, ...each.others]));
  };
  const [any] = checks;
  return {
    operations: any!.operations,
    races: races(any!.races),
    perhaps: [...new Set([...races(any!.excused.races), ...checks.flatMap((each) => pairs(each.excused.pairs))])],
    tso: under('tso'),
    pso: under('pso'),
    notes: any!.notes,
  };
}
