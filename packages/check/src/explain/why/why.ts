import type { Failure } from '@fencepost/core';
import type { Counterexample, Why } from '@fencepost/report';
import { checkThenAct } from './check-then-act.js';
import { doubleFree } from './double-free.js';
import { lateAnswer } from './late-answer.js';
import { lockOrder } from './lock-order.js';
import { lostUpdate, overwrittenUpdate } from './lost-update.js';
import { lostWakeUp, missingWakeUp } from './lost-wake-up.js';
import { publicationBeforeInitialisation } from './publication.js';
import type { Recogniser } from './recogniser.js';
import { useAfterFree } from './use-after-free.js';

/** From the most to the least specific. The first one that recognises its pattern explains the failure. */
const RECOGNISERS: readonly Recogniser[] = [
  doubleFree,
  useAfterFree,
  lockOrder,
  lostWakeUp,
  missingWakeUp,
  lostUpdate,
  overwrittenUpdate,
  checkThenAct,
  publicationBeforeInitialisation,
  lateAnswer,
];

/** Returns why an SC execution fails, if it shows a known pattern. Data races and other executions explain themselves. */
export function whyOf({ story, cycle }: Counterexample, failed: Failure): Why | undefined {
  if (cycle.length > 0 || failed.kind === 'data race') return undefined;
  for (const recognise of RECOGNISERS) {
    const why = recognise({ ...story, failed });
    if (why !== undefined) return why;
  }
  return undefined;
}
