import type { Site } from '@fencepost/core';
import { InvalidAccess } from '@fencepost/core';
import { FIRST_ADDRESS } from '../../address-space.js';
import type { Context } from '../context/context.js';
import { describe } from '../objects/object-texts.js';

/** A variable or a heap object. */
interface Owner {
  readonly address: number;
  readonly size: number;
  readonly name: string;
}

/** An access, and the base address from which the same function computed its address; 0: none. */
export interface Accessed {
  readonly address: number;
  readonly size: number;
  readonly base: number;
}

/**
 * Formats an address the way the user may have seen it. For addresses of more than 53 bits only the upper half is known
 * here.
 */
export function showAddress(address: number): string {
  if (Number.isSafeInteger(address) && address >= 0) return `0x${address.toString(16)}`;
  const bits = BigInt.asUintN(64, BigInt(address)).toString(16);
  return Number.isSafeInteger(address) ? `0x${bits}` : `0x${bits.slice(0, -8)}…`;
}

/** Returns the error for an access outside all objects. */
export function invalid(context: Context, accessed: Accessed, site: Site | undefined): InvalidAccess {
  const { address, base } = accessed;
  const owner = ownerOf(context, base === 0 ? address : base);
  if (owner !== undefined) return beyond(owner, accessed, site);
  const what = address >= 0 && address < FIRST_ADDRESS ? 'null pointer dereferenced' : 'access outside every object';
  return new InvalidAccess(`${what} (address ${showAddress(address)})`, site);
}

/** Checks that a pointer computed from another object does not lead into this one, which spans `start` to `end`. */
export function checkOrigin(
  context: Context,
  accessed: Accessed,
  start: number,
  end: number,
  site: Site | undefined,
): void {
  const { base } = accessed;
  if (base === 0 || (base >= start && base <= end)) return;
  const owner = ownerOf(context, base);
  if (owner !== undefined) throw beyond(owner, accessed, site);
}

/**
 * Returns the object at the address, or the one before the gap that contains it. Returns undefined where objects may be
 * adjacent without a gap.
 */
function ownerOf({ objects, image, names }: Context, address: number): Owner | undefined {
  if (objects.covers(address)) {
    const object = objects.near(address);
    return object && { address: object.address, size: object.size, name: describe(names, object) };
  }
  const global = image.globalBefore(address);
  if (global === undefined || global.info.section === true || address > image.stackLow) return undefined;
  const { name, constant, size } = global.info;
  return { address: global.address, size, name: `the ${constant ? 'constant' : 'variable'} ${name}` };
}

function beyond(owner: Owner, { address, size }: Accessed, site: Site | undefined): InvalidAccess {
  const offset = address - owner.address;
  const where =
    offset < 0
      ? `${-offset} bytes before`
      : offset >= owner.size
        ? `${offset - owner.size} bytes after`
        : offset + size > owner.size
          ? 'across the end of'
          : 'to';
  return new InvalidAccess(`access ${where} ${owner.name}`, site);
}
