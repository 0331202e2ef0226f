/** The readings of the clock that a thread has seen. */
export class SeenClock {
  /** State of the clock. */
  word = 0;
  /** Number of readings. */
  reads = 0;
  /** Number of visible readings. */
  asked = 0;
  /** Number of long pauses while the thread may have waited for time. */
  waited = 0;
}
