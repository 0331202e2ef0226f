import type { Site } from '@fencepost/core';
import { about, aliases, functions, size, word } from '../base/define.js';
import { checkRoom, compare, readByte } from './memory.js';
import type { LibraryValue, Steps, ThreadServices } from '../base/services.js';

/** Reads characters up to the terminating zero, at most this many. */
function* prefix(thread: ThreadServices, site: Site | undefined, text: number, most: number): Steps<string> {
  let read = '';
  while (read.length < most) {
    const character = yield* readByte(thread, text + read.length, site);
    if (character === 0) break;
    read += String.fromCharCode(character);
  }
  return read;
}

/** Writes characters and, if requested, a terminating zero. */
export function* writeText(
  thread: ThreadServices,
  site: Site | undefined,
  to: number,
  text: string,
  terminate: boolean,
): Steps<void> {
  for (let i = 0; i < text.length; i++) yield* thread.write(to + i, 1, text.charCodeAt(i), site);
  if (terminate) yield* thread.write(to + text.length, 1, 0, site);
}

function* copyText(
  thread: ThreadServices,
  site: Site | undefined,
  to: number,
  from: number,
  room: number,
): Steps<number> {
  const text = yield* thread.readString(from, site);
  checkRoom('strcpy', text.length + 1, room);
  yield* writeText(thread, site, to, text, true);
  return to + text.length;
}

/**
 * `strncpy`: fills the rest with zeros, and terminates the string only if there is a rest. Returns the number of
 * characters before it.
 */
function* copyPrefix(
  thread: ThreadServices,
  site: Site | undefined,
  to: number,
  from: number,
  n: number,
): Steps<number> {
  const text = yield* prefix(thread, site, from, size(n));
  yield* writeText(thread, site, to, text, false);
  if (size(n) > text.length) yield* thread.fill(to + text.length, 0, size(n) - text.length, site);
  return text.length;
}

function* append(
  thread: ThreadServices,
  site: Site | undefined,
  to: number,
  from: number,
  most: number,
  room: number,
): Steps<number> {
  const { length } = yield* thread.readString(to, site);
  const text = yield* prefix(thread, site, from, most);
  checkRoom('strcat', length + text.length + 1, room);
  yield* writeText(thread, site, to + length, text, true);
  return to;
}

/** Returns the first position whose character is (or is not) among `set`. The terminating zero is in no set. */
function* span(
  thread: ThreadServices,
  site: Site | undefined,
  text: number,
  set: number,
  stopsAt: boolean,
): Steps<number> {
  const members = yield* thread.readString(set, site);
  for (let i = 0; ; i++) {
    const character = yield* readByte(thread, text + i, site);
    if (character === 0 || members.includes(String.fromCharCode(character)) === stopsAt) return i;
  }
}

/** `strlcpy` and `strlcat`: always terminates the string, and returns the length that it would have with enough room. */
function* copyWithin(
  thread: ThreadServices,
  site: Site | undefined,
  to: number,
  from: number,
  room: number,
  start: number,
): Steps<LibraryValue> {
  const text = yield* thread.readString(from, site);
  const left = size(room) - start - 1;
  if (left >= 0) yield* writeText(thread, site, to + start, text.slice(0, left), true);
  return word(thread, start + text.length);
}

const UNKNOWN = -1;

const copying = functions({
  *strcpy(thread, site, to, from) {
    yield* copyText(thread, site, to, from, UNKNOWN);
    return to;
  },
  stpcpy: (thread, site, to, from) => copyText(thread, site, to, from, UNKNOWN),
  *__strcpy_chk(thread, site, to, from, room) {
    yield* copyText(thread, site, to, from, room);
    return to;
  },
  __stpcpy_chk: copyText,
  *strncpy(thread, site, to, from, n) {
    yield* copyPrefix(thread, site, to, from, n);
    return to;
  },
  *__strncpy_chk(thread, site, to, from, n, room) {
    checkRoom('strncpy', size(n), room);
    yield* copyPrefix(thread, site, to, from, n);
    return to;
  },
  *stpncpy(thread, site, to, from, n) {
    return to + (yield* copyPrefix(thread, site, to, from, n));
  },
  strlcpy: (thread, site, to, from, room) => copyWithin(thread, site, to, from, room, 0),
  *strlcat(thread, site, to, from, room) {
    const { length } = yield* prefix(thread, site, to, size(room));
    return yield* copyWithin(thread, site, to, from, room, length);
  },
  strcat: (thread, site, to, from) => append(thread, site, to, from, Infinity, UNKNOWN),
  strncat: (thread, site, to, from, n) => append(thread, site, to, from, size(n), UNKNOWN),
  __strcat_chk: (thread, site, to, from, room) => append(thread, site, to, from, Infinity, room),
  __strncat_chk: (thread, site, to, from, n, room) => append(thread, site, to, from, size(n), room),
});

/** In the "C" locale, only ASCII has letters. */
function lower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const searching = functions({
  *strlen(thread, site, text) {
    return word(thread, (yield* thread.readString(text, site)).length);
  },
  *strnlen(thread, site, text, most) {
    return word(thread, (yield* prefix(thread, site, text, size(most))).length);
  },
  strcmp: (thread, site, a, b) => compare(thread, site, a, b, Infinity, true),
  strncmp: (thread, site, a, b, n) => compare(thread, site, a, b, size(n), true),
  *strchr(thread, site, text, character) {
    for (let i = 0; ; i++) {
      const found = yield* readByte(thread, text + i, site);
      if (found === (character & 0xff)) return text + i;
      if (found === 0) return 0;
    }
  },
  *strchrnul(thread, site, text, character) {
    for (let i = 0; ; i++) {
      const found = yield* readByte(thread, text + i, site);
      if (found === 0 || found === (character & 0xff)) return text + i;
    }
  },
  *strrchr(thread, site, text, character) {
    const all = (yield* thread.readString(text, site)) + '\0';
    const position = all.lastIndexOf(String.fromCharCode(character & 0xff));
    return position < 0 ? 0 : text + position;
  },
  *strstr(thread, site, text, part) {
    const all = yield* thread.readString(text, site);
    const position = all.indexOf(yield* thread.readString(part, site));
    return position < 0 ? 0 : text + position;
  },
  *strcasestr(thread, site, text, part) {
    const all = lower(yield* thread.readString(text, site));
    const position = all.indexOf(lower(yield* thread.readString(part, site)));
    return position < 0 ? 0 : text + position;
  },
  *strspn(thread, site, text, set) {
    return word(thread, yield* span(thread, site, text, set, false));
  },
  *strcspn(thread, site, text, set) {
    return word(thread, yield* span(thread, site, text, set, true));
  },
  *strpbrk(thread, site, text, set) {
    const position = yield* span(thread, site, text, set, true);
    return (yield* readByte(thread, text + position, site)) === 0 ? 0 : text + position;
  },
});

/** String functions of C. */
const defined = [
  ...copying,
  ...searching,
  ...aliases([...copying, ...searching], { index: 'strchr', rindex: 'strrchr', strcoll: 'strcmp' }),
];

export const strings = about(defined, {
  'stpncpy strlcpy strlcat strcasestr': { forgets: 'all' },
  'strlen strnlen strcmp strncmp strcoll strcpy strncpy stpcpy strcat strncat strspn strcspn __strcpy_chk __strncpy_chk __strcat_chk':
    { forgets: 'all' },
});
