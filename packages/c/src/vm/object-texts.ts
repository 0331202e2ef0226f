import { formatSite } from '@fencepost/core';
import type { Names } from './names.js';
import type { MemoryObject } from './objects.js';
import { threadName } from './thread-name.js';

/** An object in messages, with where it comes from. */
export function describe(names: Names, object: MemoryObject): string {
  const { kind, name, known, view, size, site } = object;
  if (kind !== 'heap') return `the variable ${name}`;
  const place = site === undefined ? '' : `, allocated at ${formatSite(site)}`;
  if (view === undefined && known !== 'pointer') return `an object of ${size} bytes${place}`;
  return `${names.ofObject(object)} (${size} bytes)${place}`;
}

/** The same with where it was freed, if that always happens in one place. */
export function describeFreed(names: Names, object: MemoryObject): string {
  const [first, ...others] = object.frees;
  const text = describe(names, object);
  if (first?.site === undefined || others.some(({ site }) => site !== first.site)) return text;
  const who = others.length === 0 ? ` by ${threadName(first.thread)}` : '';
  return `${text}, freed at ${formatSite(first.site)}${who}`;
}
