import type { Site } from '@fencepost/core';
import type { LibraryPart } from '../base/define.js';
import { functions, named } from '../base/define.js';
import { EINVAL } from '../base/errno.js';
import type { Steps, ThreadServices } from '../base/services.js';

/** Functions that initialise or destroy attributes: they write to them. */
export function writingAttributes(names: readonly string[]): LibraryPart {
  return named(names, function* (thread, site, attributes) {
    yield* thread.write(attributes, 4, 0, site);
    return 0;
  });
}

/** Reads attributes, if any, as a function that takes them does. */
export function* readAttributes(thread: ThreadServices, attributes: number, site: Site | undefined): Steps<void> {
  if (attributes !== 0) yield* thread.read(attributes, 4, site);
}

/** An attribute: some bits of a word of the object that holds attributes. */
export interface Attribute {
  /** `pthread_mutexattr_settype` sets `type` of `pthread_mutexattr_`; `type_np` may be another name. */
  readonly name: string;
  readonly offset?: number;
  /** Its lowest bit, and the number of its bits. */
  readonly shift?: number;
  readonly bits: number;
  /** Whether this is a valid value. Setting another one is an error and changes nothing. May throw. */
  readonly isValid: (value: number, site: Site | undefined) => boolean;
  /** The value that is represented by zero bits. Default: 0. */
  readonly initial?: number;
}

/** The value of an attribute. */
export function* getAttribute(
  thread: ThreadServices,
  place: number,
  { offset = 0, shift = 0, bits, initial = 0 }: Attribute,
  site: Site | undefined,
): Steps<number> {
  const word = yield* thread.read(place + offset, 4, site);
  const value = (word >>> shift) & maskOf(bits);
  return value === 0 ? initial : value;
}

function* setAttribute(
  thread: ThreadServices,
  place: number,
  { offset = 0, shift = 0, bits, isValid }: Attribute,
  value: number,
  site: Site | undefined,
): Steps<number> {
  if (!isValid(value, site)) return EINVAL;
  const others = (yield* thread.read(place + offset, 4, site)) & ~(maskOf(bits) << shift);
  yield* thread.write(place + offset, 4, others | (value << shift), site);
  return 0;
}

function maskOf(bits: number): number {
  return bits === 32 ? -1 : (1 << bits) - 1;
}

/** The functions that set and get an attribute. */
export function accessors(prefix: string, attribute: Attribute, suffix = ''): LibraryPart {
  return functions({
    [`${prefix}set${attribute.name}${suffix}`]: (thread, site, place, value) =>
      setAttribute(thread, place, attribute, value, site),
    *[`${prefix}get${attribute.name}${suffix}`](thread, site, place, result) {
      yield* thread.write(result, 4, yield* getAttribute(thread, place, attribute, site), site);
      return 0;
    },
  });
}

/** Either of 0 and 1. */
export function isBit(value: number): boolean {
  return value === 0 || value === 1;
}

/** Whether other processes may use the object. Here there is only one process. */
export function shared(shift: number): Attribute {
  return { name: 'pshared', shift, bits: 1, isValid: isBit };
}
