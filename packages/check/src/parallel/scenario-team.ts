import type { CheckOptions } from '../check/check-program.js';
import type { ScenarioHelpers, ScenarioShare } from '../check/scenario-helpers.js';
import type { CheckedScenario } from '../check/scenario-sum.js';
import type { Connect, FromHelper, ToHelper } from './team.js';
import { Team } from './team.js';

/**
 * How long a search runs alone before it starts threads. Each must determine for itself how threads behave in their
 * calls. That is half of the work if scenarios have few executions. With two helpers started after one second, checks
 * of three and nine seconds took four and eleven.
 */
const PATIENCE_MS = 10_000;

/** Distributes scenarios over a team: each thread checks a share of them. */
export class ScenarioTeam implements ScenarioHelpers {
  private readonly team: Team<ScenarioShare, CheckedScenario>;
  private readonly jobs: number;
  /** The results received for each share, in the order of the share. */
  private results: readonly CheckedScenario[][] = [];
  private from = 0;

  /** `patience`: milliseconds before threads are started. */
  constructor(
    connect: Connect<ToHelper<ScenarioShare>, FromHelper<CheckedScenario>>,
    jobs: number,
    patience = PATIENCE_MS,
  ) {
    this.jobs = jobs;
    const owner = {
      take: (_: unknown, share: ScenarioShare, checked: CheckedScenario) =>
        void this.results[share.from - this.from]!.push(checked),
      // Nothing to do: code that waits for a result checks `haveFailed`.
      takeBack: () => undefined,
    };
    this.team = new Team(owner, connect, jobs, patience);
  }

  get areReady(): boolean {
    const { members, hasFailed } = this.team;
    return !hasFailed && members.length > 0 && members.every(({ isReady }) => isReady);
  }

  get haveFailed(): boolean {
    return this.team.hasFailed;
  }

  begin(options: CheckOptions, from: number): void {
    this.recall();
    this.from = from;
    const { members } = this.team;
    this.results = members.map(() => []);
    for (const [i, member] of members.entries()) this.team.give(member, { options, from: from + i, of: this.jobs });
  }

  resultOf(number: number): CheckedScenario | undefined {
    const place = number - this.from;
    return this.results[place % this.jobs]![Math.floor(place / this.jobs)];
  }

  arrival(): Promise<void> {
    return this.team.arrival();
  }

  recall(): void {
    this.team.recall();
  }

  /** Ends the threads. */
  close(): void {
    this.team.close();
  }
}
