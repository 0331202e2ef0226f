import { postInstead, receive } from './inbox.js';

/** Thrown out of the event loop of a worker that was terminated. */
export const TERMINATED: object = Object.freeze({ toString: () => 'this worker was terminated' });

const TERMINATE = 'terminate';

/** The worker ends before its next event. */
export function terminate(worker: number): void {
  postInstead(worker, { port: TERMINATE, message: 0 }, 'terminate a worker');
}

/** This worker can be terminated. That alone keeps no event loop going. */
export function obeyTermination(): void {
  receive(TERMINATE, {
    deliver: () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- no error: nobody is to handle it
      throw TERMINATED;
    },
    listening: () => false,
  });
}
