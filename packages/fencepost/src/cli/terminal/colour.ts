import type { OutputOptions } from '../../options/output.js';

/**
 * Whether to colour the output. The command line decides first, then the environment as specified by
 * https://force-color.org and https://no-color.org (the former first, as in Node), then whether the output is a
 * terminal.
 */
export function wantsColour(
  choice: OutputOptions['colour'],
  environment: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (choice !== 'auto') return choice === 'always';
  const { FORCE_COLOR: force = '', NO_COLOR: no = '', TERM: terminal } = environment;
  if (force !== '') return force !== '0' && force !== 'false';
  return no === '' && isTerminal && terminal !== 'dumb';
}
