import type { LocalStates, ModelName } from '@fencepost/core';
import { GraphExplorer } from '@fencepost/explore';
import type { Tree } from './tree.js';
import { Words } from './words.js';

/**
 * Writes down the shape of one search while it runs. A frame of the explorer is a job that it could give away. Whenever an
 * execution is complete, the frame that it began with has become the frames from there on. Frames that came to nothing are left
 * out: nearly all of them have no choice left, and are not given out.
 */
export function shapeOf(
  states: LocalStates,
  model: ModelName,
  most: number,
  progress: (executions: number) => void,
): Pick<Tree, 'executions' | 'explored' | 'children'> {
  const explorer = new GraphExplorer(states, model);
  const { frames, builder } = explorer;
  const height = (): number => frames.top / FRAME + 1;
  // The lowest frame that was tried since the last execution is the one that the next begins with.
  let lowest = 0;
  const undo = builder.undo.bind(builder);
  builder.undo = (mark) => {
    lowest = Math.min(lowest, height() - 1);
    undo(mark);
  };
  const [explored, children] = [new Words(), new Words()];
  /** Of each frame, the execution that has left it. */
  const parents: number[] = [];
  let executions = 0;
  for (let forward = true; executions < most; forward = false) {
    lowest = Math.max(0, parents.length - 1);
    if (!explorer.nextGraph(forward)) break;
    while (parents.length > lowest + 1) children.decrement(parents.pop()!);
    parents.length = lowest;
    children.push(height() - lowest);
    while (parents.length < height()) parents.push(executions);
    explored.push(1);
    executions++;
    if (states.crowded) explorer.forgetStates();
    if (executions % PROGRESS === 0) progress(executions);
  }
  // What is left is not recorded: as if there were nothing in it.
  for (const parent of parents) children.decrement(parent);
  return { executions, explored: explored.all, children: children.all };
}

const FRAME = 8;
const PROGRESS = 1_000_000;
