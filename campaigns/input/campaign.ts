import { Random } from '@fencepost/core';
import { mutated } from './mutate.js';
import type { Kind } from './kinds.js';
import { kindsOf } from './kinds.js';
import type { Answer } from './server.js';
import { CommandServer } from './server.js';

export interface InputCampaign {
  /** Root of the repository, built. */
  readonly root: string;
  /** An empty folder to work in. */
  readonly folder: string;
  /** Number of bad inputs of each kind; a third as many for kinds that are compiled. */
  readonly each: number;
  readonly seed: number;
  readonly canCompile: boolean;
  readonly onMistake: (mistake: Mistake) => void;
  readonly onKind?: (kind: string, counts: Counts) => void;
}

/** A bad input that was not handled well. */
export interface Mistake {
  readonly kind: string;
  readonly seed: number;
  readonly how: string;
  readonly what: string;
  readonly bytes: Buffer;
}

/** Number of inputs of a kind by exit code, and number of those handled badly. */
export interface Counts {
  readonly codes: Map<string, number>;
  mistakes: number;
}
export type Tally = Map<string, Counts>;

/** Time limit. No command on such a small input takes this long, even on a busy machine. */
const LIMIT_SECONDS = 120;

/** Runs the command on bad inputs. Number n of a kind has the seed `seed` + n. */
export async function inputCampaign(campaign: InputCampaign): Promise<Tally> {
  const { root, folder, each, seed, canCompile, onMistake, onKind } = campaign;
  const server = new CommandServer(root, folder, LIMIT_SECONDS);
  const tally: Tally = new Map();
  try {
    for (const kind of await kindsOf(root, folder, server)) {
      if (kind.compiles === true && !canCompile) continue;
      const counts: Counts = { codes: new Map(), mistakes: 0 };
      tally.set(kind.name, counts);
      for (let n = 0; n < (kind.compiles === true ? each / 3 : each); n++) {
        const random = new Random(seed + n);
        for (let i = 0; i < 3; i++) random.next(); // the first numbers of neighbouring seeds are similar
        const original = kind.good[Math.floor(random.next() * kind.good.length)]!;
        const { bytes, how } = mutated(original, random);
        const answer = await server.run(kind.args(bytes));
        const code = typeof answer === 'string' ? answer : String(answer.code);
        counts.codes.set(code, (counts.codes.get(code) ?? 0) + 1);
        const what = mistakeIn(answer, kind, bytes.equals(original));
        if (what === undefined) continue;
        counts.mistakes++;
        onMistake({ kind: kind.name, seed: seed + n, how, what, bytes });
      }
      onKind?.(kind.name, counts);
    }
  } finally {
    await server.close();
  }
  return tally;
}

const STACK = /^\s+at .*:\d+:\d+\)?$/m;
const STEERING = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;

/** Returns the mistake in how an input was handled; undefined if there is none. */
function mistakeIn(answer: Answer | 'hang' | 'died', kind: Kind, isUnchanged: boolean): string | undefined {
  if (typeof answer === 'string') return answer;
  const { code, out, err, unhandled } = answer;
  const printed = out + err;
  if (unhandled.length > 0) return `unhandled: ${unhandled.join('; ')}`;
  if (![0, 1, 2, 3].includes(code)) return `exit code ${code}: ${err.slice(0, 2000)}`;
  if (STACK.test(printed)) return `a stack trace: ${printed.slice(0, 2000)}`;
  if (STEERING.test(printed)) return 'a control character';
  if (kind.alwaysRefused === true && code !== 2 && !isUnchanged) return 'accepted';
  if (code !== 2) return undefined;
  if (!/ \[[A-Z_]+\]\n/.test(err)) return `no code of an error: ${err.slice(0, 500)}`;
  return kind.names.test(err) ? undefined : `the file is not named: ${err.slice(0, 500)}`;
}
