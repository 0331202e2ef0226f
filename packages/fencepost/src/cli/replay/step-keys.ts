/** The position of a user who steps through an execution. */
export interface Walk {
  /** Number of steps taken. */
  readonly taken: number;
  readonly steps: number;
  /** The digits of the step to go to, while they are typed. */
  readonly typed: string | undefined;
  readonly over: boolean;
}

const NEXT = [' ', '\r', '\n', 'n', '\u001b[C', '\u001bOC', '\u001b[B', '\u001bOB'];
const BACK = ['b', 'p', '\u007f', '\u001b[D', '\u001bOD', '\u001b[A', '\u001bOA'];
const HOME = ['\u001b[H', '\u001bOH', '\u001b[1~', '\u001b[7~'];
const END = ['\u001b[F', '\u001bOF', '\u001b[4~', '\u001b[8~'];
/** In raw mode, Ctrl-C and Ctrl-D arrive as ordinary keys. */
const STOP = ['\u0003', '\u0004'];
const ESCAPE = '\u001b';

/** Splits terminal input into keys: characters, and sequences that begin with Escape. */
export function keysOf(text: string): string[] {
  return text.match(/\u001b(?:\[[\d;]*[A-Za-z~]|O[A-Za-z])|./gsu) ?? [];
}

export function pressed(walk: Walk, key: string): Walk {
  if (STOP.includes(key)) return { ...walk, over: true };
  if (walk.typed !== undefined) return typed(walk, walk.typed, key);
  if (NEXT.includes(key)) return at(walk, walk.taken + 1);
  if (BACK.includes(key)) return at(walk, walk.taken - 1);
  if (HOME.includes(key)) return at(walk, 0);
  if (END.includes(key)) return at(walk, walk.steps);
  if (key === 'g') return { ...walk, typed: '' };
  return key === 'q' ? { ...walk, over: true } : walk;
}

function typed(walk: Walk, digits: string, key: string): Walk {
  if (/^\d$/.test(key)) return { ...walk, typed: digits + key };
  if (key === '\u007f') return { ...walk, typed: digits.slice(0, -1) };
  if (key === ESCAPE || key === 'q') return { ...walk, typed: undefined };
  if (key !== '\r' && key !== '\n') return walk;
  return digits === '' ? { ...walk, typed: undefined } : at(walk, Number(digits));
}

/** Performs a command line when input is not a terminal. Returns undefined if it is not a command. */
export function commanded(walk: Walk, line: string): Walk | undefined {
  const command = line.trim();
  if (/^\d+$/.test(command)) return at(walk, Number(command));
  switch (command) {
    case '':
    case 'n':
      return at(walk, walk.taken + 1);
    case 'b':
    case 'p':
      return at(walk, walk.taken - 1);
    case 'q':
      return { ...walk, over: true };
    default:
      return undefined;
  }
}

function at(walk: Walk, taken: number): Walk {
  return { ...walk, taken: Math.min(Math.max(taken, 0), walk.steps), typed: undefined };
}
