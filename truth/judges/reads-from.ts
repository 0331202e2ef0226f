import type { GivenModel, Program, Trace } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';

/** Returns the number of classes of executions in which each load reads from the same store. */
export function countReadsFrom(program: Program, model: GivenModel): number {
  return withRestarts(() => {
    const classes = new Set<string>();
    const onExecution = (execution: { trace: () => Trace }): void => void classes.add(keyOf(execution.trace()));
    exploreGraphs(new LocalStates(program), { model, onExecution });
    return classes.size;
  }, program);
}

function keyOf({ events }: Trace): string {
  const nameOf = (index: number | undefined): string => {
    const event = index === undefined ? undefined : events[index];
    return event === undefined ? '-' : `${event.thread}.${event.position}`;
  };
  return events
    .map(({ source }, i) => `${nameOf(i)}:${nameOf(source)}`)
    .sort()
    .join(' ');
}
