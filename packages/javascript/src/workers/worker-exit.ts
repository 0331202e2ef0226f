import { InternedStates, parentOf } from '@fencepost/core';
import { theWorld } from '../world/current.js';
import { enqueueEvent, post, receive, self } from '../synchronisation/inbox.js';
import { step } from '../synchronisation/shared-steps.js';
import { NOT_STARTED } from '../synchronisation/termination.js';

/** The state of a worker's end, shared with its parent. No other thread uses it, so it adds no interleavings. */
interface Life {
  readonly exitCode: number | null;
  /** Whether the parent listens. */
  readonly isWatched: boolean;
}

const lives = new InternedStates<Life>({ exitCode: null, isWatched: false });
const watch = lives.step('watch a worker', (life) => ({ ...life, isWatched: true }));

function lifeOf(thread: number): number {
  return theWorld().context.place('life', thread);
}

/** Calls `exited` as an event when the worker has ended; while `listening()`, this keeps the event loop alive. */
export function watchExit(worker: number, exited: (exitCode: number) => void, listening: () => boolean): void {
  const { exitCode } = lives.decode(step(lifeOf(worker), watch));
  if (exitCode === null) receive(`exit ${worker}`, { deliver: exited, listening });
  else enqueueEvent(() => exited(exitCode));
}

/** Takes the last step of a worker. */
export function tellExit(exitCode: number): void {
  const me = self();
  const parent = parentOf(me);
  if (parent === 0) return;
  const end = lives.step(exitCode === NOT_STARTED ? 'end before the start' : `exit (${exitCode})`, (life) => ({
    ...life,
    exitCode,
  }));
  if (lives.decode(step(lifeOf(me), end)).isWatched) {
    post(parent, { port: `exit ${me}`, message: exitCode }, 'exit: tell the parent');
  }
}
