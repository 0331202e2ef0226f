import type { Why } from '@fencepost/report';
import { overlapsOf } from './lost-update.js';
import type { FailedStory, Recogniser } from './recogniser.js';
import { Telling, failingThread, isRead, isSameLine, isWrite } from './recogniser.js';

/** A thread acts on a value that another thread has changed since it was checked. */
export const checkThenAct: Recogniser = (story) => changedBeforeUse(story) ?? bothActed(story);

/** The thread that fails reads a variable again, and finds another value than the one it had checked. */
function changedBeforeUse(story: FailedStory): Why | undefined {
  const { steps, failed } = story;
  const thread = failingThread(story);
  if (thread < 0 || failed.site === undefined) return undefined;
  const { file, line } = failed.site;
  const use = steps.findLastIndex((step) => step.thread === thread && isRead(story, step));
  if (use < 0 || steps[use]!.site?.file !== file || steps[use]!.site.line !== line) return undefined;
  const { place, read } = steps[use]!;
  const check = steps.findLastIndex((step, i) => i < use && step.thread === thread && step.place === place);
  const checked = steps[check];
  if (checked?.kind !== 'load' || !isRead(story, checked)) return undefined;
  if (checked.read === read || isSameLine(checked, steps[use]!)) return undefined;
  const change = steps.findLastIndex((step, i) => i < use && step.place === place && isWrite(story, step));
  if (change < check || steps[change]!.thread === thread || steps[change]!.wrote !== read) return undefined;
  const telling = new Telling(story);
  const who = telling.thread(use);
  return {
    kind: 'check then act',
    text: `${who} ${telling.read(check)} and relied on it, but ${telling.thread(change)} ${telling.wrote(change)} before ${who} used it ${telling.at(use)}.`,
    steps: [check, change, use],
  };
}

/** Two threads read the same value of a variable, and both set it: each took itself for the only one. */
function bothActed(story: FailedStory): Why | undefined {
  const { steps } = story;
  const found = overlapsOf(story).findLast(({ read, write, otherRead, otherWrite }) => {
    if (otherRead === undefined || isSameLine(steps[read]!, steps[write]!)) return false;
    const isSameCheck = isSameLine(steps[read]!, steps[otherRead]!) && steps[read]!.read === steps[otherRead]!.read;
    return isSameCheck && isSameLine(steps[write]!, steps[otherWrite]!) && steps[write]!.wrote !== steps[read]!.read;
  });
  if (found === undefined) return undefined;
  const { read, write, otherRead, otherWrite } = found;
  const telling = new Telling(story);
  const [one, other] = [telling.thread(read), telling.thread(otherWrite)];
  return {
    kind: 'check then act',
    text: `${one} and ${other} both ${telling.read(read)}; ${other} then ${telling.wrote(otherWrite)}, and ${one}, which did not see it, ${telling.wrote(write)}, too.`,
    steps: [read, otherRead!, otherWrite, write].sort((a, b) => a - b),
  };
}
