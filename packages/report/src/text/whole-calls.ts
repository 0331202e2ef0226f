import type { Story, StoryStep } from '../values/story.js';

/** The steps of a call that no other thread interrupts, combined: it begins, reads, and waits or does not wait. */
export interface WholeCall {
  /** Its last step. */
  readonly last: number;
  /** The step that reads. */
  readonly reads: number;
  /** Outcome of the call: `Atomics.wait starts to wait`. */
  readonly outcome: string;
}

const BEGINS = ' begins';

/** Returns whole calls by their first steps. `apart`: steps that are referred to, and therefore stay separate. */
export function wholeCalls({ steps }: Story, apart: ReadonlySet<number>): ReadonlyMap<number, WholeCall> {
  const calls = new Map<number, WholeCall>();
  steps.forEach(({ action }, first) => {
    if (action === undefined || !action.endsWith(BEGINS)) return;
    const call = callFrom(steps, first, action.slice(0, -BEGINS.length));
    if (call === undefined) return;
    for (let i = first; i <= call.last; i++) if (apart.has(i) || isRemarkable(steps[i]!)) return;
    calls.set(first, call);
  });
  return calls;
}

function callFrom(steps: readonly StoryStep[], first: number, method: string): WholeCall | undefined {
  const { thread, site } = steps[first]!;
  const isNext = (step: StoryStep | undefined): step is StoryStep =>
    step?.thread === thread && step.site?.line === site?.line && step.site?.column === site?.column;
  const [read, then, later] = steps.slice(first + 1, first + 4);
  if (!isNext(read) || read.read === undefined || read.wrote !== undefined || read.action !== undefined)
    return undefined;
  if (!isNext(then) || then.action === undefined || !`${then.action} `.startsWith(`${method} `)) return undefined;
  // No other thread woke it in between.
  const timesOut = isNext(later) && later.action === `${method} is woken or times out`;
  const outcome = timesOut ? `${method} times out` : then.action;
  return { reads: first + 1, last: first + (timesOut ? 3 : 2), outcome };
}

/** Whether the step shows behaviour that SC does not have. */
function isRemarkable({ pending, missed }: StoryStep): boolean {
  return pending || missed.length > 0;
}
