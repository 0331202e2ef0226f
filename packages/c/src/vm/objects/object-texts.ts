import { formatSite } from '@fencepost/core';
import type { Names } from './names.js';
import type { MemoryObject } from './objects.js';
import { threadName } from './thread-name.js';

/** Describes an object for messages, with the place of its allocation. */
export function describe(names: Names, object: MemoryObject): string {
  const { kind, name, known, view, size, site } = object;
  if (kind !== 'heap') return known === 'variable' ? `the variable ${name}` : name;
  const place = site === undefined ? '' : `, allocated at ${formatSite(site)}`;
  if (view === undefined && known !== 'pointer') return `an object of ${size} bytes${place}`;
  return `${names.ofObject(object)} (${size} bytes)${place}`;
}

/** Describes the end of the lifetime of a local. A local without a name is a temporary. */
export function describeEnd({ scoped, known }: MemoryObject): string {
  if (!scoped) return 'its function has returned';
  return known === 'variable' ? 'its block has ended' : 'its expression has ended';
}

/** Describes a freed object for messages, with the place where it was freed if there is only one such place. */
export function describeFreed(names: Names, object: MemoryObject): string {
  const [first, ...others] = object.frees;
  const text = describe(names, object);
  if (first?.site === undefined || others.some(({ site }) => site !== first.site)) return text;
  const who = others.length === 0 ? ` by ${threadName(first.thread)}` : '';
  return `${text}, freed at ${formatSite(first.site)}${who}`;
}
