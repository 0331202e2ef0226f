import type { Site } from '@fencepost/core';
import { documentation } from '@fencepost/core';
import { unsupported } from '../../unsupported.js';
import { functions, word } from '../base/define.js';
import { ENOSYS, setErrno } from '../base/errno.js';
import { futex } from '../threads/futexes.js';
import type { Steps, ThreadServices, VariadicArguments } from '../base/services.js';

type SystemCall = (thread: ThreadServices, site: Site | undefined, list: VariadicArguments) => number | Steps<number>;

/** System calls by Linux's numbers for x86-64. They return the negative number of an error. */
const CALLS: ReadonlyMap<number, SystemCall> = new Map<number, SystemCall>([
  [24, () => 0], // sched_yield
  [39, () => 1], // getpid
  [186, ({ handle }) => handle], // gettid
  [202, futex],
  // Some kernels lack it; programs must then use fences.
  [324, () => -ENOSYS], // membarrier
]);

/** `syscall`. */
export const systemCalls = functions({
  *syscall(thread, site, number, buffer) {
    const call = CALLS.get(number);
    if (call === undefined) {
      const hint = `call the C library function instead: ${documentation('reference/c')} lists the supported ones`;
      throw unsupported(`the system call ${number} is not supported`, site, hint);
    }
    const called = call(thread, site, thread.variadic(buffer));
    const result = typeof called === 'number' ? called : yield* called;
    if (result >= 0) return word(thread, result);
    yield* setErrno(thread, -result, site);
    return word(thread, -1);
  },
});
