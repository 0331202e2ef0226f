import type { FailedStory, Recogniser } from './recogniser.js';
import { Telling } from './recogniser.js';

/** A call of a service outside the program, by the steps that tell of it. */
interface Call {
  /** `load(1)`. */
  readonly text: string;
  readonly thread: number;
  readonly called: number;
  /** The step in which it takes effect. */
  readonly effect: number;
  readonly answered: number;
  readonly answer: string;
}

/** A task goes on with an answer that a later call has made outdated. */
export const lateAnswer: Recogniser = (story) => {
  if (story.failed.kind === 'deadlock') return undefined;
  const calls = callsOf(story);
  const pairs = calls.map((call) => [call, overtakingOf(call, calls)] as const);
  const [late, other] = pairs.findLast(([, overtaking]) => overtaking !== undefined) ?? [];
  if (late === undefined || other === undefined) return undefined;
  const telling = new Telling(story);
  const told = ({ text, called }: Call): string => {
    const whose = late.thread === other.thread ? '' : ` of ${telling.thread(called)}`;
    return `${text}${whose} ${telling.at(called)}`;
  };
  const comes = nameOf(late.text) === nameOf(other.text) ? 'is called' : 'takes effect';
  return {
    kind: 'late answer',
    text: `${told(late)} ${comes} before ${told(other)}, but its answer ${late.answer} arrives later.`,
    steps: [late.effect, other.effect, late.answered],
  };
};

/**
 * Returns a related call that came later and was answered earlier: of the same function, or of another task with the same
 * first argument.
 */
function overtakingOf(call: Call, calls: readonly Call[]): Call | undefined {
  return calls.findLast((other) => {
    if (other.answered > call.answered || other.text === call.text) return false;
    if (nameOf(call.text) === nameOf(other.text)) return call.called < other.called;
    const isSame = firstOf(call.text) !== '' && firstOf(call.text) === firstOf(other.text);
    return isSame && call.thread !== other.thread && call.effect < other.effect;
  });
}

function nameOf(text: string): string {
  return text.slice(0, text.indexOf('('));
}

/** Returns the first argument of a call; empty if it has none. */
function firstOf(text: string): string {
  return /^[^(]*\(([^,)]*)/.exec(text)?.[1] ?? '';
}

const ENDING = / (?:is called|takes effect|answers (.*))$/s;

function callsOf({ steps }: FailedStory): Call[] {
  const open = new Map<string, { called: number; effect: number }[]>();
  const calls: Call[] = [];
  steps.forEach(({ thread, action = '' }, i) => {
    const [ending, answer] = ENDING.exec(action) ?? [];
    if (ending === undefined) return;
    const text = action.slice(0, -ending.length);
    const key = `${thread} ${text}`;
    const known = open.get(key) ?? [];
    open.set(key, known);
    if (ending === ' is called') known.push({ called: i, effect: i });
    else if (answer === undefined) {
      const begun = known.find(({ called, effect }) => called === effect);
      if (begun !== undefined) begun.effect = i;
    } else {
      const ended = known.shift();
      if (ended !== undefined) calls.push({ ...ended, text, thread, answered: i, answer });
    }
  });
  return calls;
}
