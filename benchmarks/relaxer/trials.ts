import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import type { ActiveResult } from '@fencepost/explore';
import { testActively, toTheEnd } from '@fencepost/explore';
import type { TableModel } from './paper.js';
import { foundPartialInitialisation } from './partial-initialisation.js';

/** Which trial it is. */
export interface TrialOptions {
  readonly program: string;
  readonly model: TableModel;
  readonly seed: number;
  /** Executions for each cycle. */
  readonly script: number;
}

/** What a trial found, as it is kept in a file. */
export interface Trial extends TrialOptions {
  readonly executions: number;
  /** CPU time. */
  readonly seconds: number;
  readonly partialInitialisation: boolean;
  /** By places in the source: the predicted cycles, how many executions for a cycle had it, and whether something then failed. */
  readonly cycles: Readonly<Record<string, readonly [confirmed: number, harmful: boolean]>>;
}

/**
 * Runs trials as in Burnim et al. (ISSTA 2011), where one is a script of executions, of which one has the cycle or none has. Active testing learns from the
 * executions for a cycle how to make it happen, so each trial starts over: then trials are independent. Only the local states of the
 * program are kept.
 */
export function trialsOf(source: Program): (options: TrialOptions) => Trial {
  let states = new LocalStates(source);
  const test = ({ model, seed, script }: TrialOptions): ActiveResult =>
    withRestarts(() => {
      const known = states;
      // If this throws because of what it learned, these states are no longer good.
      states = new LocalStates(source);
      const result = toTheEnd(testActively(known, { model, seed, trialsPerCycle: script }));
      states = known;
      return result;
    });
  return (options) => {
    const before = process.cpuUsage();
    const result = test(options);
    const { user, system } = process.cpuUsage(before);
    return {
      ...options,
      executions: result.executions,
      seconds: (user + system) / 1e6,
      partialInitialisation: foundPartialInitialisation(result),
      cycles: cyclesOf(result),
    };
  };
}

function cyclesOf({ cycles, states }: ActiveResult): Trial['cycles'] {
  const predicted = cycles.filter((cycle) => cycle.predicted);
  return Object.fromEntries(
    predicted.map(({ labels, confirmed, harmful }) => [
      labels.map((label) => states.labels.get(label).text.replace(/^.*\//, '')).join(' '),
      [confirmed, harmful.length > 0],
    ]),
  );
}

/** Trials in a file, one JSON object per line: they take hours, and what is there is not run again. */
export class Results {
  private readonly file: string | undefined;
  private readonly known: Trial[];

  constructor(file: string | undefined) {
    this.file = file;
    const text = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
    this.known = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Trial);
  }

  find({ program, model, seed, script }: TrialOptions): Trial | undefined {
    return this.known.find(
      (each) => each.program === program && each.model === model && each.seed === seed && each.script === script,
    );
  }

  add(trial: Trial): void {
    if (this.file !== undefined) appendFileSync(this.file, `${JSON.stringify(trial)}\n`);
  }
}
