import type { Frame, World } from '../world/world.js';
import { theWorld } from '../world/current.js';

/** Calls something with what `AsyncLocalStorage` objects held in this frame. */
export function inFrame<T>(world: World, frame: Frame | undefined, call: () => T): T {
  const before = world.frame;
  world.frame = frame;
  try {
    return call();
  } finally {
    world.frame = before;
  }
}

/** A callback that runs later, in the frame of now. If it throws, so do listeners to what nothing catches. */
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
