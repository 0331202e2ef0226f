import type { Recorder, Schedule } from '@fencepost/core';
import type { Observer } from '../shared/observer.js';
import { recordSc, scheduleSc } from './record-sc.js';
import type { ScRun } from './sc-run.js';
import type { ScRunView } from './sc-run-view.js';

/**
 * Feeds the steps of a run to an observer. The feed may lag behind the run, because the search first looks up whether
 * the configuration is known. The observer sees only the steps fed to it.
 */
export class ObserverFeed implements ScRunView {
  preemptions = 0;
  revisited = false;
  executions = 0;
  private readonly run: ScRun;
  private readonly observer: Observer | undefined;
  private fed = 0;

  constructor(run: ScRun, observe: ((view: ScRunView) => Observer) | undefined) {
    this.run = run;
    this.observer = observe?.(this);
  }

  recorded(): Recorder {
    return recordSc(this.run, this.fed);
  }

  schedule(): Schedule {
    return scheduleSc(this.run, this.fed);
  }

  /** Catches up with the run. */
  advance(): void {
    if (this.observer === undefined) return;
    const { log } = this.run;
    for (; this.fed < log.length; this.fed++) {
      this.observer.step(log.thread[this.fed]!, log.state[this.fed]!, log.writes[this.fed] === 1);
    }
  }

  /** Reports the waiting threads at the end of the run. */
  end(): void {
    const { run, observer } = this;
    if (observer === undefined) return;
    for (let t = 0; t < run.states.threads.count; t++) if (run.waitsForValue(t)) observer.waits(t, run.local[t]!);
  }

  /** Undoes all but the first `length` operations in the observer. Called before the run undoes them. */
  retreat(length: number): void {
    if (this.observer === undefined) return;
    for (; this.fed > length; this.fed--) this.observer.undo();
  }
}
