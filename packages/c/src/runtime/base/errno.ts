import type { Site } from '@fencepost/core';
import { functions } from './define.js';
import type { Steps, ThreadServices } from './services.js';

// Linux error numbers, as in the host's headers.
export const EPERM = 1;
export const EAGAIN = 11;
export const ENOMEM = 12;
export const EBUSY = 16;
export const EINVAL = 22;
export const ERANGE = 34;
export const EDEADLK = 35;
export const ENOSYS = 38;
export const EOVERFLOW = 75;
export const ENOTSUP = 95;
export const ETIMEDOUT = 110;

const ADDRESS = 'errno address';
const PENDING = 'errno';

/** Sets the thread's `errno`. This takes no operation until the thread first reads it. */
export function* setErrno(thread: ThreadServices, value: number, site: Site | undefined): Steps<void> {
  const address = thread.own.get(ADDRESS);
  if (address === undefined) thread.own.set(PENDING, value);
  else yield* thread.write(Number(address), 4, value, site);
}

function* errnoLocation(thread: ThreadServices, site: Site | undefined): Steps<number> {
  const known = thread.own.get(ADDRESS);
  if (known !== undefined) return Number(known);
  const address = thread.allocate(4, site);
  thread.own.set(ADDRESS, address);
  yield* thread.write(address, 4, Number(thread.own.get(PENDING) ?? 0), site);
  return address;
}

/** Functions that return the address of `errno`. */
export const errno = functions({ __errno_location: errnoLocation, __error: errnoLocation, ___errno: errnoLocation });
