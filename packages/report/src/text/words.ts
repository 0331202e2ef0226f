import type { ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, modelTitle } from '@fencepost/core';
import type { FailureReport, ViolationReport } from '../values/report.js';
import type { Story, StoryStep } from '../values/story.js';
import { failureInWords, isComparedWithSc } from './failure-words.js';
import { listed } from './numbers.js';
import { reasonsFor } from './reasons.js';
import { remedyTexts } from './remedy-text.js';
import { underScInWords } from './verdict-words.js';

/** `SC, TSO and PSO`. */
export function modelsInWords(models: readonly ModelName[]): string {
  return listed(models.map(modelTitle));
}

/** Describes a finding under the models in one self-contained line. `source`: the checked file. */
export function headlineOf(
  found: FailureReport | ViolationReport,
  models: readonly ModelName[],
  source: string,
): string {
  const under = modelsInWords(models);
  if ('operation' in found) {
    return `not robust under ${under}: ${departureInWords(found, source)}`;
  }
  const where = found.thread === undefined || found.kind === 'data race' ? '' : ` in ${found.thread}`;
  return `${failureInWords(found)}${where}, ${whenInWords(found, models)}`;
}

/** Describes in one sentence what was delayed. */
export function departureInWords({ operation, write, counterexample }: ViolationReport, source = ''): string {
  const [delay] = reasonsFor(counterexample, source)?.delays ?? [];
  const [missing] = remedyTexts(counterexample, source).missing;
  return delay ?? missing ?? `${operation} comes first, although ${write} happens before it`;
}

export function whenInWords(found: FailureReport, models: readonly ModelName[]): string {
  const { underSc } = found;
  const under = modelsInWords(models);
  if (models.includes(REFERENCE_MODEL) || !isComparedWithSc(found)) return `under ${under}`;
  return `under ${under}, ${underScInWords(underSc)}`;
}

/** `queue.c:12`, or `left#2` (third operation of thread left) where there is no source. */
export function placeOfStep({ site, label }: StoryStep): string {
  return site === undefined ? label : `${site.file.split(/[\\/]/).at(-1)!}:${site.line}`;
}

/** Describes the action of a thread in a step, without the thread: `writes flag[0] = 1`. */
export function actionOf(story: Story, step: number): string {
  const { kind, read = '', wrote, other = '', place, action, text } = story.steps[step]!;
  const { name, isMutex } = place === undefined ? { name: '', isMutex: false } : story.places[place]!;
  switch (kind) {
    case 'load':
      return `reads ${name} = ${read}`;
    case 'store':
      return `writes ${name} = ${wrote ?? ''}`;
    case 'commit':
      return `${name} = ${wrote ?? ''} reaches memory`;
    case 'rmw':
      if (action !== undefined) return `does ${action} on ${name}${wrote === undefined ? ' without effect' : ''}`;
      if (isMutex)
        return wrote === undefined ? `finds ${name} taken` : `${wrote === '0' ? 'unlocks' : 'locks'} ${name}`;
      return wrote === undefined
        ? `reads ${name} = ${read} and leaves it so`
        : `changes ${name} from ${read} to ${wrote}`;
    case 'spawn':
      return `starts ${other}`;
    case 'join':
      return `joins ${other}`;
    case 'free':
      return `frees ${other}`;
    case 'print':
      return `prints ${JSON.stringify(text)}`;
    case 'fence':
      return 'passes a fence';
    case 'done':
    case 'fail':
    case 'cut':
    case 'stuck':
    case 'exit':
      return kind;
  }
}

/** Returns a remark on a step, in addition to its action: `stays in its buffer`; empty if there is none. */
export function remarkOn(story: Story, step: number): string {
  const { kind, pending, missed } = story.steps[step]!;
  if (kind === 'store' && pending) return 'stays in its buffer';
  if (kind === 'load' && pending) return 'from its own buffer';
  const late = missed.map((store) => placeOfStep(story.steps[store]!));
  if (late.length === 0) return '';
  // Without store buffers, a load reads an old value, or a store takes an earlier place in coherence order.
  if (!missed.some((store) => story.steps[store]!.pending)) {
    return kind === 'store' ? `comes before ${listed(late)}` : `does not see ${listed(late)}`;
  }
  return `${listed(late)} ${late.length === 1 ? 'has' : 'have'} not reached memory`;
}
