import type { Row } from '../results.js';
import type { TheirRow } from './run-genmc.js';

/** What both tools say of the tests of a part that both explored to the end: numbers only. */
export interface Beside {
  readonly part: string;
  /** Tests with a count; those that both explored, and in how many of these the counts are equal. */
  readonly tests: number;
  readonly both: number;
  readonly equal: number;
  /** Sums over the tests that both explored. */
  readonly blocked: number;
  readonly theirBlocked: number;
  readonly cpu: number;
  readonly theirCpu: number;
  /** Where we build far more executions that do not count. */
  readonly more: readonly More[];
  readonly commits: readonly string[];
}

export interface More {
  readonly id: string;
  readonly executions: number;
  readonly blocked: number;
  readonly theirExecutions: number;
  readonly theirBlocked: number;
}

/** Fewer blocked executions than these are not looked at. */
const FEW = 10;

/** Compares results of the tests of a part. */
export function besideOf(part: string, tests: number, ours: readonly Row[], theirs: readonly TheirRow[]): Beside {
  const theirsOf = new Map(theirs.map((row) => [row.id, row]));
  const pairs = ours.flatMap((row): Pair[] => {
    const other = theirsOf.get(row.id);
    const executions = /^safe (\d+)$/.exec(row.answer ?? '')?.[1];
    if (executions === undefined || row.blocked === undefined) return [];
    if (other?.executions === undefined || other.blocked === undefined) return [];
    const { id, blocked, cpu = row.seconds, commit } = row;
    return [
      {
        ...{ id, executions: Number(executions), blocked, cpu, commit },
        ...{ theirExecutions: other.executions, theirBlocked: other.blocked, theirCpu: other.cpu },
      },
    ];
  });
  const sum = (of: (pair: Pair) => number): number => pairs.reduce((total, pair) => total + of(pair), 0);
  return {
    ...{ part, tests, both: pairs.length },
    equal: pairs.filter(({ executions, theirExecutions }) => executions === theirExecutions).length,
    blocked: sum(({ blocked }) => blocked),
    theirBlocked: sum(({ theirBlocked }) => theirBlocked),
    cpu: Math.round(sum(({ cpu }) => cpu)),
    theirCpu: Math.round(sum(({ theirCpu }) => theirCpu)),
    more: pairs
      .filter(({ blocked, theirBlocked }) => blocked > FEW && blocked > 2 * theirBlocked)
      .map(({ id, executions, blocked, theirExecutions, theirBlocked }) => ({
        ...{ id, executions, blocked, theirExecutions, theirBlocked },
      })),
    commits: [...new Set(pairs.map(({ commit }) => commit))].sort(),
  };
}

interface Pair extends More {
  readonly cpu: number;
  readonly theirCpu: number;
  readonly commit: string;
}
