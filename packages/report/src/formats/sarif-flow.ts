import type { Site } from '@fencepost/core';
import type { Counterexample } from '../values/counterexample.js';
import { lastStepOf } from '../values/failing-steps.js';
import { memoryStates } from '../values/memory-at.js';
import type { Story } from '../values/story.js';
import { reasonsFor } from '../text/reasons.js';
import { actionOf, remarkOn } from '../text/words.js';
import type { SarifLocation } from './sarif-location.js';
import { locationAt } from './sarif-location.js';

/** An event in a thread: a step, its failure, or that it waits forever. */
interface Moment {
  readonly thread: number;
  readonly text: string;
  readonly site: Site | undefined;
  readonly step: number | undefined;
}

/** Returns the execution as a code flow: one thread flow per thread, numbered across threads. */
export function codeFlowOf({ story, cycle }: Counterexample, source: string): object {
  const states = memoryStates(story);
  const inCycle = new Set(cycle.map(({ from }) => from));
  const moments = momentsOf(story);
  const flowLocation = ({ thread, text, site, step }: Moment, order: number): object => {
    const place = step === undefined ? undefined : story.steps[step]!.place;
    return {
      location: locationAt(site, source, `${story.threads[thread]!.name}: ${text}`),
      ...(place !== undefined && {
        state: { [story.places[place]!.name]: { text: states[step! + 1]!.memory[place]! } },
      }),
      executionOrder: order + 1,
      importance: step === undefined || inCycle.has(step) ? 'essential' : 'important',
    };
  };
  const threadFlows = story.threads.flatMap(({ name }, thread) => {
    const locations = moments.flatMap((moment, order) =>
      moment.thread === thread ? [flowLocation(moment, order)] : [],
    );
    return locations.length === 0 ? [] : [{ message: { text: name }, locations }];
  });
  return { threadFlows };
}

/** Returns all moments in order. A thread fails after its last step other than a commit. */
function momentsOf(story: Story): Moment[] {
  const { steps, threads } = story;
  const last = threads.map((_, thread) => lastStepOf(story, thread));
  const failureOf = (thread: number): Moment[] => {
    const { failure, failureSite } = threads[thread]!;
    return failure === undefined ? [] : [{ thread, text: failure, site: failureSite, step: undefined }];
  };
  const failuresAfter = (step: number): Moment[] =>
    threads.flatMap((_, thread) => (last[thread] === step ? failureOf(thread) : []));
  return [
    ...failuresAfter(-1),
    ...steps.flatMap(({ thread }, step): Moment[] => [
      { thread, text: textOf(story, step), site: siteNear(story, step), step },
      ...failuresAfter(step),
    ]),
    ...threads.flatMap(({ waits, waitsAt }, thread): Moment[] =>
      waits === undefined ? [] : [{ thread, text: `waits ${waits}, forever`, site: waitsAt, step: undefined }],
    ),
  ];
}

function textOf(story: Story, step: number): string {
  const remark = remarkOn(story, step);
  return remark === '' ? actionOf(story, step) : `${actionOf(story, step)} (${remark})`;
}

/** Returns a site for the step. Output has none, so it gets that of the thread's previous operation. */
function siteNear({ steps }: Story, step: number): Site | undefined {
  const { thread } = steps[step]!;
  return steps.slice(0, step + 1).findLast((each) => each.thread === thread && each.site !== undefined)?.site;
}

/** Returns each operation of the cycle, with the reason why it comes before the next. */
export function cycleLocations(counterexample: Counterexample, source: string): SarifLocation[] {
  const { story, cycle } = counterexample;
  const edges = reasonsFor(counterexample, source)?.edges ?? [];
  return edges.map((edge, i) => ({ id: i + 1, ...locationAt(story.steps[cycle[i]!.from]!.site, source, edge) }));
}
