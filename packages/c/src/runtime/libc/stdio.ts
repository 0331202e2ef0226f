import type { Site } from '@fencepost/core';
import { about, functions, named, size, word } from '../base/define.js';
import { formatText } from './format.js';
import { checkRoom } from './memory.js';
import type { Steps, ThreadServices } from '../base/services.js';
import { writeText } from './strings.js';

// All streams share one output. Printing is not a visible operation.

function* format(thread: ThreadServices, site: Site | undefined, text: number, buffer: number): Steps<string> {
  return yield* formatText(thread, site, yield* thread.readString(text, site), thread.variadic(buffer));
}

/**
 * Returns the buffer of a `va_list`. With WebAssembly's own headers the list itself is the pointer; in the x86-64
 * headers it is a structure whose overflow area holds all arguments (ir/rewrite-intrinsic.ts).
 */
function* bufferOf(thread: ThreadServices, site: Site | undefined, list: number): Steps<number> {
  return thread.pointerSize === 8 ? yield* thread.readPointer(list + 8, site) : list;
}

function* print(thread: ThreadServices, site: Site | undefined, text: number, buffer: number): Steps<number> {
  const printed = yield* format(thread, site, text, buffer);
  thread.print(printed);
  return printed.length;
}

function* printList(thread: ThreadServices, site: Site | undefined, text: number, list: number): Steps<number> {
  return yield* print(thread, site, text, yield* bufferOf(thread, site, list));
}

const UNLIMITED = Infinity;
const UNKNOWN = -1;

function* printInto(
  thread: ThreadServices,
  site: Site | undefined,
  to: number,
  limit: number,
  room: number,
  text: number,
  buffer: number,
): Steps<number> {
  const printed = yield* format(thread, site, text, buffer);
  if (limit === UNLIMITED) checkRoom('sprintf', printed.length + 1, room);
  else checkRoom('snprintf', size(limit), room);
  if (limit !== 0) yield* writeText(thread, site, to, printed.slice(0, size(limit) - 1), true);
  return printed.length;
}

function* printListInto(
  thread: ThreadServices,
  site: Site | undefined,
  to: number,
  limit: number,
  room: number,
  text: number,
  list: number,
): Steps<number> {
  return yield* printInto(thread, site, to, limit, room, text, yield* bufferOf(thread, site, list));
}

function putCharacter(thread: ThreadServices, _site: Site | undefined, character: number): number {
  thread.print(String.fromCharCode(character & 0xff));
  return character & 0xff;
}

function* putString(thread: ThreadServices, site: Site | undefined, text: number, end: string): Steps<number> {
  thread.print((yield* thread.readString(text, site)) + end);
  return 1;
}

function* bytesAt(thread: ThreadServices, site: Site | undefined, from: number, count: number): Steps<string> {
  let text = '';
  for (let i = 0; i < count; i++) text += String.fromCharCode((yield* thread.read(from + i, 1, site)) & 0xff);
  return text;
}

const formatted = functions({
  printf: print,
  fprintf: (thread, site, _file, text, buffer) => print(thread, site, text, buffer),
  dprintf: (thread, site, _file, text, buffer) => print(thread, site, text, buffer),
  sprintf: (thread, site, to, text, buffer) => printInto(thread, site, to, UNLIMITED, UNKNOWN, text, buffer),
  snprintf: (thread, site, to, limit, text, buffer) => printInto(thread, site, to, limit, UNKNOWN, text, buffer),
  vprintf: printList,
  vfprintf: (thread, site, _file, text, list) => printList(thread, site, text, list),
  vsprintf: (thread, site, to, text, list) => printListInto(thread, site, to, UNLIMITED, UNKNOWN, text, list),
  vsnprintf: (thread, site, to, limit, text, list) => printListInto(thread, site, to, limit, UNKNOWN, text, list),
});

const fortified = functions({
  __printf_chk: (thread, site, _flag, text, buffer) => print(thread, site, text, buffer),
  __fprintf_chk: (thread, site, _file, _flag, text, buffer) => print(thread, site, text, buffer),
  __vprintf_chk: (thread, site, _flag, text, list) => printList(thread, site, text, list),
  __vfprintf_chk: (thread, site, _file, _flag, text, list) => printList(thread, site, text, list),
  __sprintf_chk: (thread, site, to, _flag, room, text, buffer) =>
    printInto(thread, site, to, UNLIMITED, room, text, buffer),
  __snprintf_chk: (thread, site, to, limit, _flag, room, text, buffer) =>
    printInto(thread, site, to, limit, room, text, buffer),
  __vsprintf_chk: (thread, site, to, _flag, room, text, list) =>
    printListInto(thread, site, to, UNLIMITED, room, text, list),
  __vsnprintf_chk: (thread, site, to, limit, _flag, room, text, list) =>
    printListInto(thread, site, to, limit, room, text, list),
});

const unformatted = functions({
  puts: (thread, site, text) => putString(thread, site, text, '\n'),
  fputs: (thread, site, text) => putString(thread, site, text, ''),
  putchar: putCharacter,
  putc: putCharacter,
  fputc: putCharacter,
  putchar_unlocked: putCharacter,
  *fwrite(thread, site, from, each, count) {
    thread.print(yield* bytesAt(thread, site, from, size(each) * size(count)));
    return word(thread, each === 0 ? 0 : count);
  },
  *write(thread, site, _file, from, count) {
    thread.print(yield* bytesAt(thread, site, from, size(count)));
    return word(thread, count);
  },
  *writev(thread, site, _file, parts, count) {
    let text = '';
    for (let part = parts; part < parts + count * 2 * thread.pointerSize; part += 2 * thread.pointerSize) {
      const from = yield* thread.readPointer(part, site);
      text += yield* bytesAt(thread, site, from, yield* thread.readPointer(part + thread.pointerSize, site));
    }
    thread.print(text);
    return word(thread, text.length);
  },
  *perror(thread, site, text) {
    const prefix = text === 0 ? '' : yield* thread.readString(text, site);
    thread.print(prefix === '' ? 'error\n' : `${prefix}: error\n`);
  },
});

const ignored = named(['fflush', 'setvbuf', 'fclose'], () => 0);
const silent = named(['setbuf', 'setlinebuf', 'flockfile', 'funlockfile'], () => undefined);

/** Printing functions. */
export const stdio = about([...formatted, ...fortified, ...unformatted, ...ignored, ...silent], {
  'printf fprintf dprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf puts fputs perror __printf_chk __fprintf_chk __sprintf_chk __snprintf_chk':
    { forgets: 'all' },
});
