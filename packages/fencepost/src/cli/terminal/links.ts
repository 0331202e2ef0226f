import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SourceLines } from '@fencepost/report';
import type { Io } from './io.js';

/** Environment variables, like `process.env`. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Values of `TERM_PROGRAM` of terminals that support links. VS Code finds locations in the text by itself. */
const PROGRAMS = ['iTerm.app', 'WezTerm', 'ghostty', 'Hyper', 'rio', 'Tabby'];
/** The same for `TERM`. */
const TERMINALS = /^(?:xterm-kitty|xterm-ghostty|foot|alacritty|contour|wezterm)/;
/** Versions of VTE (GNOME Terminal and others) from 0.50 on. */
const LEAST_VTE = 5000;

/**
 * Whether a terminal shows links (OSC 8). Only those known to do so: others print parts of the address. `FORCE_HYPERLINK`
 * decides otherwise, but for a terminal only. Multiplexers may not pass links on.
 */
export function supportsLinks(environment: Environment | undefined, isTerminal: boolean): boolean {
  if (environment === undefined || !isTerminal) return false;
  const { FORCE_HYPERLINK: force = '', TERM: term = '', TERM_PROGRAM: program = '', NO_COLOR: no = '' } = environment;
  if (force !== '') return force !== '0' && force !== 'false';
  const isWrapped = environment['TMUX'] !== undefined || environment['STY'] !== undefined;
  if (term === '' || term === 'dumb' || no !== '' || isWrapped || environment['CI'] !== undefined) return false;
  if (process.platform === 'win32') return false;
  const { VTE_VERSION: vte = '', KONSOLE_VERSION: konsole = '' } = environment;
  return TERMINALS.test(term) || PROGRAMS.includes(program) || Number(vte) >= LEAST_VTE || konsole !== '';
}

/** Returns the text as a link to a place in a file. Everything in the address that could control a terminal is encoded. */
export function link(text: string, file: string, line?: string): string {
  const address = pathToFileURL(resolve(file));
  if (process.platform !== 'win32') address.hostname = hostname().replaceAll(/[^\w.-]/g, '');
  if (line !== undefined) address.hash = line;
  return `\u001b]8;;${address.href}\u001b\\${text}\u001b]8;;\u001b\\`;
}

/**
 * Returns a function that turns the places in a printed line into links: these files, with or without a line
 * (`queue.c`, `queue.c:12`, `queue.c:12:3`), and lines of the checked file (`line 12`).
 */
export function linker(files: readonly string[], source?: string): (line: string) => string {
  const names = [...new Set(files)].filter((name) => name !== '' && !/[\p{Cc}]/u.test(name));
  if (names.length === 0) return (line) => line;
  const longestFirst = names.toSorted((a, b) => b.length - a.length).map(escaped);
  const own = source === undefined ? '' : '|(?<![\\w-])line (\\d+)(?![\\w-])';
  // A colour may end just before.
  const before = '(?:(?<=\\u001b\\[[\\d;]*m)|(?<![\\w./\\\\-]))';
  const places = new RegExp(`${before}(${longestFirst.join('|')})(?::(\\d+)(?::\\d+)?)?(?![\\w/\\\\-])${own}`, 'g');
  return (line) =>
    line.replaceAll(places, (place, file: string | undefined, inFile: string | undefined, inSource?: string) =>
      file === undefined ? link(place, source!, inSource) : link(place, file, inFile),
    );
}

/** Returns the same for the report on a program, if the terminal shows links; otherwise, lines stay as they are. */
export function linkerFor(
  { environment, outIsTerminal }: Pick<Io, 'environment' | 'outIsTerminal'>,
  source: string,
  sources: SourceLines,
): (line: string) => string {
  if (!supportsLinks(environment, outIsTerminal)) return (line) => line;
  return linker([source, ...Object.keys(sources)], source);
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
