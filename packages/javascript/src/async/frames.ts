import type { Frame, World } from '../world/running/world.js';
import { theWorld } from '../world/running/current.js';

/** Calls a function with the values that `AsyncLocalStorage` objects have in this frame. */
export function inFrame<T>(world: World, frame: Frame | undefined, call: () => T): T {
  const before = world.frame;
  world.frame = frame;
  try {
    return call();
  } finally {
    world.frame = before;
  }
}

/**
 * Wraps a callback that runs later so that it runs in the current frame. If the callback throws, the frame stays set,
 * so that listeners for uncaught errors run in it as well.
 */
export function keepingFrame(callback: () => void): () => void {
  const world = theWorld();
  const { frame } = world;
  return () => {
    const before = world.frame;
    world.frame = frame;
    callback();
    world.frame = before;
  };
}
