import type { OutputOptions } from '../../options/output.js';

/**
 * Whether to colour what is printed. The command line decides; then the environment as https://force-color.org and
 * https://no-color.org ask for, the former first, as in Node; then whether somebody is looking.
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
