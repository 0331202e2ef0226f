import type { Site } from '@fencepost/core';
import type { StoryStep } from '@fencepost/report';

/** One row of the picture: a step, or the end of a thread, which failed after its last step or waits at the end. */
export interface Row {
  /** Index into `Timeline.lanes`. */
  readonly lane: number;
  readonly kind: StoryStep['kind'] | 'failure' | 'waits' | 'gap';
  /** Line number or label. */
  readonly where: string;
  /** The same, as part of a sentence. */
  readonly place: string;
  readonly text: string;
  readonly note: string;
  readonly site: Site | undefined;
  /** The step of the story; undefined for the end of a thread and for rows that are not shown. */
  readonly step: number | undefined;
  /** Whether the step is part of the reason of the failure, or of a data race. */
  readonly matters: boolean;
  /** Number among all rows, from 1; for combined rows, that of the last. */
  readonly number: number;
}

export interface Rows {
  readonly rows: readonly Row[];
  /** By step of the story: its row; undefined if its thread is not shown. */
  readonly rowOfStep: readonly (number | undefined)[];
}
