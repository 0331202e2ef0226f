import { showReported } from '@fencepost/check';
import type { LocalStates, ModelName } from '@fencepost/core';
import { exploreMonitored } from '@fencepost/explore';
import type { ViolationReport } from '@fencepost/report';
import type { LitmusTest } from '../test.js';

/** The result of monitoring the SC executions of one litmus test for one model; `--format json` prints it as it is. */
export interface MonitoredLitmus {
  /** The file. */
  readonly source: string;
  readonly test: string;
  readonly model: ModelName;
  readonly method: 'monitor';
  readonly robust: boolean;
  /** Executions under SC. */
  readonly executions: number;
  readonly violations: readonly ViolationReport[];
}

/** Decides robustness against all the models in one exploration; `states` must be those of `litmusProgram(test)`. */
export function monitorLitmus(test: LitmusTest, states: LocalStates, models: readonly ModelName[]): MonitoredLitmus[] {
  const { sc, violations } = exploreMonitored(states, { models });
  return models.map((model) => {
    const found = violations.filter((violation) => violation.model === model);
    return {
      source: test.file,
      test: test.name,
      model,
      method: 'monitor',
      robust: found.length === 0,
      executions: sc.executions,
      violations: found.map((violation) => showReported(states, model, violation.witness.schedule, violation)),
    };
  });
}
