import { run } from 'fencepost/cli';

type Io = Parameters<typeof run>[1];
type Input = NonNullable<Io['input']>;

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as a user would, and captures its output. */
export async function fencepost(args: readonly string[], terminal: Partial<Io> = {}): Promise<Outcome> {
  let out = '';
  let err = '';
  const code = await run(args, {
    out: (text) => {
      out += text;
      return Promise.resolve();
    },
    err: (text) => {
      err += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
    debug: false,
    ...terminal,
  });
  return { code, out, err };
}

/** Typed input, in pieces; at a terminal, with its switches to raw mode and back. */
export function typing(pieces: readonly string[], isTerminal = false): Input & { readonly switched: boolean[] } {
  const switched: boolean[] = [];
  return {
    isTerminal,
    switched,
    setRaw: (raw) => {
      switched.push(raw);
    },
    read: async function* () {
      for (const piece of pieces) yield await Promise.resolve(piece);
    },
  };
}
