/**
 * A block of the stream that recordings do not contain: lines of /proc/self/maps. native/stream.c has the same number.
 */
export const MAPPINGS = 8;

/** Another such block: the name of a mechanism that orders threads, and that is not recorded. */
export const NOTED_BLOCK = 10;

/** The memory mappings of a process. */
export interface Mappings {
  /** Files with code: the program and its libraries. */
  readonly code: ReadonlySet<string>;
  /** Names of writable memory that other processes may also have mapped. */
  readonly shared: ReadonlySet<string>;
  /** Whether it passes requests to the kernel through memory (io_uring). */
  readonly hasRings: boolean;
}

/** `7f00-7f10 r-xp 00000000 08:01 42  /lib/libc.so.6` */
const LINE = /^[\da-f]+-[\da-f]+ (\S+) \S+ \S+ \d+ *(.*)$/;
const RINGS = 'anon_inode:[io_uring]';

export function mappingsIn(text: string): Mappings {
  const lines = text.split('\n').flatMap((line) => {
    const [, rights, name] = LINE.exec(line) ?? [];
    return rights === undefined || name === undefined ? [] : [{ rights, name }];
  });
  const isShared = (rights: string): boolean => rights[1] === 'w' && rights[3] === 's';
  const shared = new Set(lines.filter(({ rights }) => isShared(rights)).map(({ name }) => name));
  const hasRings = shared.delete(RINGS);
  return {
    code: new Set(
      lines.filter(({ rights, name }) => rights[2] === 'x' && name.startsWith('/')).map(({ name }) => name),
    ),
    shared: new Set([...shared].map((name) => name.replace(/^\/dev\/zero \(deleted\)$/, 'without a name'))),
    hasRings,
  };
}

/** Returns the union of the mappings at two times. */
export function joined(before: Mappings | undefined, after: Mappings): Mappings {
  if (before === undefined) return after;
  return {
    code: new Set([...before.code, ...after.code]),
    shared: new Set([...before.shared, ...after.shared]),
    hasRings: before.hasRings || after.hasRings,
  };
}
