import { run } from '../src/cli/run.js';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as a user would, and catches what it prints. */
export async function fencepost(
  args: readonly string[],
  terminal: { readonly outIsTerminal?: boolean; readonly errIsTerminal?: boolean; readonly debug?: boolean } = {},
): Promise<Outcome> {
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
