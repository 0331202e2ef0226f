import { theWorld } from '../world/running/current.js';
import { self } from './self.js';

/** How far the running thread has come in a lane (see `Lanes`). */
export interface LanePosition {
  /** Number of messages that it has sent to places of their own. */
  sent: number;
  /** Number of messages that it has taken from such places. */
  taken: number;
  /** For a port: the thread to notify, as far as the sender knows. */
  holder: number | null;
  /** For a port: the number of messages that the receiver takes from the queue itself. Undefined: it does not listen yet. */
  queued: number | undefined;
}

const POSITIONS = Symbol('positions in lanes');

/** Returns the position of the running thread. After the end all threads are run again in one world. */
export function lanePosition(queue: string): LanePosition {
  const all = theWorld().slot(POSITIONS, () => new Map<string, LanePosition>());
  const key = `${self()} ${queue}`;
  let position = all.get(key);
  if (position === undefined) {
    position = { sent: 0, taken: 0, holder: null, queued: undefined };
    all.set(key, position);
  }
  return position;
}
