import type { FailedStory, Recogniser } from './recogniser.js';
import { Telling, isRead, isSameLine, isWrite } from './recogniser.js';

/** A read and a later write of a thread, and the update of another thread between them. */
export interface Overlap {
  readonly read: number;
  readonly write: number;
  /** The steps in which the other thread reads (undefined: in the write itself) and writes. */
  readonly otherRead: number | undefined;
  readonly otherWrite: number;
}

/** A thread writes what it computed from an old value, and so overwrites the update of another thread. */
export const lostUpdate: Recogniser = (story) => {
  const found = overlapsOf(story).findLast((overlap) => isUpdate(story, overlap));
  if (found === undefined) return undefined;
  const { read, write, otherWrite } = found;
  const telling = new Telling(story);
  const own = `${telling.thread(read)} ${telling.read(read)} and ${telling.wrote(write)}`;
  const other = `${telling.thread(otherWrite)} ${telling.wrote(otherWrite)}`;
  return {
    kind: 'lost update',
    text: `${own}; in between ${other}: that update is lost.`,
    steps: [read, otherWrite, write],
  };
};

/** A step of a task says that it overwrites an update of another task. */
export const overwrittenUpdate: Recogniser = (story) => {
  const step = story.steps.findLastIndex(({ action = '' }) => OVERWRITES.test(action));
  const [, what, how] = OVERWRITES.exec(story.steps[step]?.action ?? '') ?? [];
  if (what === undefined) return undefined;
  const telling = new Telling(story);
  return {
    kind: 'lost update',
    text: `${telling.thread(step)} overwrites ${what} ${telling.at(step)}: ${how}.`,
    steps: [step],
  };
};

const OVERWRITES = /^overwrites (.*?): (.*)$/s;

/** Returns the reads and writes of one variable between which another thread updates it. Atomic updates have no gap. */
export function overlapsOf(story: FailedStory): Overlap[] {
  const { steps } = story;
  const overlaps: Overlap[] = [];
  steps.forEach((write, w) => {
    if (write.kind !== 'store' || !isWrite(story, write)) return;
    const r = previousAccess(story, w);
    if (r === undefined || steps[r]!.kind !== 'load' || !isRead(story, steps[r]!) || steps[r]!.missed.length > 0)
      return;
    for (let o = w - 1; o > r; o--) {
      const other = steps[o]!;
      if (other.place !== write.place || other.thread === write.thread || !isWrite(story, other)) continue;
      const before = other.kind === 'rmw' ? undefined : previousAccess(story, o);
      const isOwnUpdate = other.kind === 'rmw' || (before !== undefined && isRead(story, steps[before]!));
      if (isOwnUpdate) overlaps.push({ read: r, write: w, otherRead: before, otherWrite: o });
      break;
    }
  });
  return overlaps;
}

/** Returns the access to the same place by the same thread before a step. */
function previousAccess({ steps }: FailedStory, step: number): number | undefined {
  const { thread, place } = steps[step]!;
  const found = steps.findLastIndex(
    (each, i) => i < step && each.thread === thread && each.place === place && each.kind !== 'commit',
  );
  return found < 0 ? undefined : found;
}

/** Number of lines between a read and a write that still belong together. */
const NEAR = 5;

/** Whether both threads compute what they write from what they read: not if they only set a flag. */
function isUpdate({ steps }: FailedStory, { read, write, otherRead, otherWrite }: Overlap): boolean {
  const [r, w, b] = [steps[read]!, steps[write]!, steps[otherWrite]!];
  const isChange = w.wrote !== r.read && b.wrote !== (otherRead === undefined ? b.read : steps[otherRead]!.read);
  if (!isChange) return false;
  const isOneLine = isSameLine(r, w) && (otherRead === undefined || isSameLine(steps[otherRead]!, b));
  if (isOneLine) return true;
  const isNear = r.site?.file === w.site?.file && Math.abs((r.site?.line ?? 0) - (w.site?.line ?? 0)) <= NEAR;
  return isNear && areNumbers([r.read, w.wrote, b.wrote]) && (w.wrote !== b.wrote || r.read !== '0');
}

function areNumbers(values: readonly (string | undefined)[]): boolean {
  return values.every((value) => value !== undefined && /^-?\d+(?:\.\d+)?$/.test(value));
}
