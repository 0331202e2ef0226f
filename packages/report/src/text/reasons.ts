import type { Counterexample } from '../values/counterexample.js';
import { edgeText, WHY_NOT_SC } from './cycle-text.js';
import { delayText, fenceTexts } from './delay-text.js';
import { StoryNames } from './places.js';
import { breakable } from './style.js';

/** Reasons why SC forbids an execution, as sentences without a full stop. */
export interface Reasons {
  /** One per edge of the cycle. */
  readonly edges: readonly string[];
  /** Conclusion from the cycle. */
  readonly why: string;
  readonly delays: readonly string[];
  /** Fences that together forbid the execution. */
  readonly fences: readonly string[];
}

/** Returns undefined if the execution is SC. `file` is the checked file; it determines the language. */
export function reasonsFor(counterexample: Counterexample, file: string): Reasons | undefined {
  const { cycle, delays, story } = counterexample;
  if (cycle.length === 0) return undefined;
  const names = new StoryNames(story, file);
  return {
    edges: cycle.map((edge) => breakable(edgeText(edge, names))),
    why: WHY_NOT_SC,
    delays: delays.map((delay) => breakable(delayText(delay, names))),
    fences: fenceTexts(counterexample, names, file).map(breakable),
  };
}
