import { RestartSearch } from '@fencepost/core';

/** For tests: whether messages whose order cannot be observed have places of their own. */
export const separation = { isOn: true };

/**
 * The queues of messages that are lanes: in every execution they have one sender and one receiver, who takes the messages
 * in order. Then the time at which a message is sent matters only for its own receipt, so each message has a place of its
 * own. Otherwise all steps of a queue are steps of one object, and the explorer orders each of them with every other.
 *
 * A queue is a lane until a run shows that it is not. Then the search restarts.
 */
export class Lanes {
  /** Queues that are known to be no lanes. */
  readonly mixed = new Set<string>();
  private readonly senders = new Map<string, number>();

  isLane(queue: string): boolean {
    return separation.isOn && !this.mixed.has(queue);
  }

  /** Records that the thread sends: a lane has no other sender. */
  send(queue: string, thread: number): void {
    const first = this.senders.get(queue);
    if (first === undefined) this.senders.set(queue, thread);
    else if (first !== thread) this.mix(queue);
  }

  /** Records that the queue is no lane. */
  mix(queue: string): void {
    if (!this.isLane(queue)) return;
    this.mixed.add(queue);
    throw new RestartSearch('a queue of messages is used in more than one way');
  }
}
