import { DEFAULT_WIDTH } from '../../formats/render.js';
import type { Story } from '@fencepost/report';
import { memoryStates, stepLines } from '@fencepost/report';
import type { Input, Io } from '../terminal/io.js';
import type { Walk } from './step-keys.js';
import { commanded, keysOf, pressed } from './step-keys.js';

/** Appearance of the step-by-step view. */
export interface WalkStyle {
  /** The file that was checked. */
  readonly source: string;
  readonly title: string;
  /** Lines shown at the end of the execution. */
  readonly ending: readonly string[];
  readonly colour: boolean;
}

const SMALL = 24;
const KEYS = '→ next  ← back  Home  End  g go to  q quit';
const COMMANDS = 'commands: n (or nothing) next, b back, a number: go to that step, q quit';

/** Returns the lines that show a step. */
type Show = (walk: Walk, height?: number) => string[];

/** Shows an execution step by step: on a terminal by key presses, otherwise by commands, one per line. */
export async function walkThrough(story: Story, style: WalkStyle, io: Io): Promise<void> {
  const states = memoryStates(story);
  const show: Show = ({ taken }, height) => {
    // A line wrapped by the terminal would not be erased completely.
    const width = io.columns ?? DEFAULT_WIDTH;
    return stepLines({ ...style, story, states, taken, width, height });
  };
  const start: Walk = { taken: 0, steps: story.steps.length, typed: undefined, over: false };
  const { input } = io;
  if (input?.isTerminal === true && io.outIsTerminal) await byKeys(start, show, input, io);
  else await byLines(start, show, input, io);
}

/**
 * Draws each step over the previous one. It changes nothing about the terminal except raw mode for keys, so there is
 * nothing else to restore however the walk ends.
 */
async function byKeys(start: Walk, show: Show, input: Input, io: Io): Promise<void> {
  let walk = start;
  let drawn = 0;
  const draw = async (): Promise<void> => {
    const prompt = walk.typed === undefined ? KEYS : `go to step: ${walk.typed}`;
    // The prompt and the cursor are below. If its size is unknown, the terminal is assumed to be small.
    const lines = [...show(walk, (io.rows ?? SMALL) - 2), ...(walk.over ? [] : [prompt])];
    const back = drawn === 0 ? '' : `\u001b[${drawn}A\u001b[J`;
    drawn = lines.length;
    await io.out(`${back}${lines.join('\n')}\n`);
  };
  input.setRaw(true);
  try {
    await draw();
    for await (const text of input.read()) {
      for (const key of keysOf(text)) if (!walk.over) walk = pressed(walk, key);
      await draw();
      if (walk.over) break;
    }
  } finally {
    input.setRaw(false);
  }
}

async function byLines(start: Walk, show: Show, input: Input | undefined, io: Io): Promise<void> {
  const print = (lines: readonly string[]): Promise<void> => io.out(`${lines.join('\n')}\n\n`);
  let walk = start;
  await print(show(walk));
  for await (const line of linesOf(input?.read() ?? [])) {
    const next = commanded(walk, line);
    if (next?.over === true) return;
    await print(next === undefined ? [COMMANDS] : show(next));
    walk = next ?? walk;
  }
}

async function* linesOf(chunks: AsyncIterable<string> | readonly string[]): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}
