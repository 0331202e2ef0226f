import type { Recorder, Schedule } from '@fencepost/core';
import type { Observer } from '../shared/observer.js';
import { recordSc, scheduleSc } from './record-sc.js';
import type { ScRun } from './sc-run.js';
import type { ScRunView } from './sc-run-view.js';

/**
 * Tells an observer of the steps of a run. It may be told after the run took them (the search first looks whether it has
 * been there), but sees only what it has been told.
 */
export class Telling implements ScRunView {
  preemptions = 0;
  revisited = false;
  executions = 0;
  private readonly run: ScRun;
  private readonly observer: Observer | undefined;
  private told = 0;

  constructor(run: ScRun, observe: ((view: ScRunView) => Observer) | undefined) {
    this.run = run;
    this.observer = observe?.(this);
  }

  recorded(): Recorder {
    return recordSc(this.run, this.told);
  }

  schedule(): Schedule {
    return scheduleSc(this.run, this.told);
  }

  /** Tells what the run has done since. */
  advance(): void {
    if (this.observer === undefined) return;
    const { log } = this.run;
    for (; this.told < log.length; this.told++) {
      this.observer.step(log.thread[this.told]!, log.state[this.told]!, log.writes[this.told] === 1);
    }
  }

  /** Tells that the run ends here, waiting. */
  end(): void {
    const { run, observer } = this;
    if (observer === undefined) return;
    for (let t = 0; t < run.states.threads.count; t++) if (run.waitsForValue(t)) observer.waits(t, run.local[t]!);
  }

  /** Tells that the run has taken back what came after its first `length` operations. */
  retreat(length: number): void {
    if (this.observer === undefined) return;
    for (; this.told > length; this.told--) this.observer.undo();
  }
}
