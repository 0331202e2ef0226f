import type { Site } from '@fencepost/core';
import { functions, named } from '../base/define.js';
import type { Steps, ThreadServices } from '../base/services.js';
import { JUMPS } from '../base/services.js';

const COUNT = 'setjmp';
const TARGET = 'target of longjmp';
const VALUE = 'value of longjmp';

/** `setjmp`: numbers the call (ir/jumps.ts). The buffer holds the number and the thread. */
function* setJump(thread: ThreadServices, site: Site | undefined, buffer: number): Steps<number> {
  const number = Number(thread.own.get(COUNT) ?? 0) + 1;
  thread.own.set(COUNT, number);
  yield* thread.write(buffer, 4, number, site);
  yield* thread.write(buffer + 4, 4, thread.handle, site);
  return number;
}

function* jump(thread: ThreadServices, site: Site | undefined, buffer: number, value: number): Steps<void> {
  const number = yield* thread.read(buffer, 4, site);
  const owner = yield* thread.read(buffer + 4, 4, site);
  if (number === 0 || owner !== thread.handle)
    throw new Error('longjmp: the thread has not called setjmp with this buffer');
  thread.own.set(TARGET, number);
  thread.own.set(VALUE, value === 0 ? 1 : value);
  thread.exiting = JUMPS;
}

/** `setjmp` and `longjmp`. */
export const jumps = [
  ...named(['_setjmp', 'setjmp', '__sigsetjmp', 'sigsetjmp'], setJump),
  ...named(['longjmp', '_longjmp', 'siglongjmp', '__longjmp_chk'], jump),
  ...functions({
    __fp_landed(thread, _site, number) {
      if (thread.exiting !== JUMPS || number === 0 || thread.own.get(TARGET) !== number) return 0;
      thread.exiting = 0;
      return Number(thread.own.get(VALUE));
    },
  }),
];
