import type { Counterexample, Remedy, Story, StoryStep } from '@fencepost/report';

/**
 * Omits steps that are not part of the program itself (`upkeep`), unless something refers to them; and places that no
 * other step names.
 */
export function withoutInternalSteps(counterexample: Counterexample, upkeep: ReadonlySet<number>): Counterexample {
  if (upkeep.size === 0) return counterexample;
  const { story, cycle, delays, unordered, remedy, race } = counterexample;
  const needed = new Set([
    ...(race === undefined ? [] : [race.first, race.second]),
    ...cycle.flatMap(({ from, to }) => [from, to]),
    ...[...delays, ...unordered].flatMap(({ store, past }) => [store, past]),
    ...(remedy === undefined ? [] : stepsOf(remedy)),
  ]);
  const isLeftOut = (step: number): boolean => upkeep.has(step) && !needed.has(step);
  const kept = story.steps.flatMap(({ of }, i) => (isLeftOut(i) || (of !== undefined && isLeftOut(of)) ? [] : [i]));
  const numbers = new Map(kept.map((step, i) => [step, i]));
  const moved = (step: number): number => numbers.get(step)!;
  const delay = ({ store, past }: Counterexample['delays'][number]) => ({ store: moved(store), past: moved(past) });
  return {
    ...counterexample,
    story: withPlacesOf(
      story,
      kept.map((i) => {
        const step = story.steps[i]!;
        return {
          ...step,
          of: step.of === undefined ? undefined : moved(step.of),
          missed: step.missed.filter((other) => numbers.has(other)).map(moved),
        };
      }),
    ),
    cycle: cycle.map(({ from, to, kind }) => ({ from: moved(from), to: moved(to), kind })),
    delays: delays.map(delay),
    unordered: unordered.map(delay),
    ...(remedy !== undefined && { remedy: movedRemedy(remedy, moved) }),
    ...(race !== undefined && { race: { first: moved(race.first), second: moved(race.second) } }),
  };
}

function withPlacesOf(story: Story, steps: readonly StoryStep[]): Story {
  const awaited = story.threads.flatMap(({ waitsOn }) => waitsOn ?? []);
  const named = new Set([...steps.flatMap(({ place }) => place ?? []), ...awaited]);
  const kept = story.places.flatMap((_, i) => (named.has(i) ? [i] : []));
  return {
    ...story,
    threads: story.threads.map((thread) =>
      thread.waitsOn === undefined ? thread : { ...thread, waitsOn: kept.indexOf(thread.waitsOn) },
    ),
    places: kept.map((i) => story.places[i]!),
    steps: steps.map((step) => (step.place === undefined ? step : { ...step, place: kept.indexOf(step.place) })),
  };
}

function stepsOf({ missing, fixes }: Remedy): number[] {
  return [
    ...missing.flatMap(({ first, second }) => [first, second]),
    ...fixes.flatMap(({ changes }) =>
      changes.flatMap(({ step, fenceAfter }) => [step, ...(fenceAfter === undefined ? [] : [fenceAfter])]),
    ),
  ];
}

/** Returns the remedy with step numbers converted by `moved`. */
export function movedRemedy({ missing, fixes }: Remedy, moved: (step: number) => number): Remedy {
  return {
    missing: missing.map(({ kind, first, second }) => ({ kind, first: moved(first), second: moved(second) })),
    fixes: fixes.map(({ effect, changes }) => ({
      effect,
      changes: changes.map(({ step, order, fenceAfter }) => ({
        step: moved(step),
        order,
        ...(fenceAfter !== undefined && { fenceAfter: moved(fenceAfter) }),
      })),
    })),
  };
}
