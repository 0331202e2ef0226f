import { DEFAULT_WIDTH } from '../../formats/render.js';
import type { Story } from '@fencepost/report';
import { memoryStates, stepLines } from '@fencepost/report';
import type { Input, Io } from '../terminal/io.js';
import type { Walk } from './step-keys.js';
import { commanded, keysOf, pressed } from './step-keys.js';

/** How the walk looks. */
export interface WalkStyle {
  /** The file that was checked. */
  readonly source: string;
  readonly title: string;
  /** Told when the end is reached. */
  readonly ending: readonly string[];
  /** undefined: as wide as the terminal is. */
  readonly width: number | undefined;
  readonly colour: boolean;
}

const SMALL = 24;
const KEYS = '→ next  ← back  Home  End  g go to  q quit';
const COMMANDS = 'commands: n (or nothing) next, b back, a number: go to that step, q quit';

/** The lines that show a step. */
type Show = (walk: Walk, height?: number) => string[];

/** Shows an execution step by step: at a terminal as keys are pressed, otherwise by commands, a line each. */
export async function walkThrough(story: Story, style: WalkStyle, io: Io): Promise<void> {
  const states = memoryStates(story);
  const show: Show = ({ taken }, height) => {
    // Lines that the terminal breaks would not be drawn over.
    const room = io.columns ?? style.width ?? DEFAULT_WIDTH;
    const width = Math.min(style.width ?? room, room);
    return stepLines({ ...style, story, states, taken, width, height });
  };
  const start: Walk = { taken: 0, steps: story.steps.length, typed: undefined, over: false };
  const { input } = io;
  if (input?.isTerminal === true && io.outIsTerminal) await byKeys(start, show, input, io);
  else await byLines(start, show, input, io);
}

/**
 * Draws each step over the one before. Nothing about the terminal is changed but that keys are handed over at once, so
 * nothing else has to be put right, whatever ends the walk.
 */
async function byKeys(start: Walk, show: Show, input: Input, io: Io): Promise<void> {
  let walk = start;
  let drawn = 0;
  const draw = async (): Promise<void> => {
    const prompt = walk.typed === undefined ? KEYS : `go to step: ${walk.typed}`;
    // Below are the prompt and the cursor. Without a size the terminal is taken for a small one.
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
