import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Cancellation } from './command.js';
import { run } from './command.js';
import type { Report, Sarif } from './report.js';

export interface CheckRequest {
  readonly command: readonly string[];
  readonly folder: string;
  readonly file: string;
  /** Undefined: all that the file has. */
  readonly name: string | undefined;
  /** Undefined: those that are checked by default. */
  readonly models: string | undefined;
  /** As in the settings. */
  readonly more: readonly string[];
}

export interface Checked {
  /** Undefined: the command refused its input, and says why. */
  readonly report: Report | undefined;
  readonly sarif: Sarif | undefined;
  /** As on a terminal. */
  readonly text: string;
  readonly html: string;
  readonly refusal: string;
}

/** Runs `fencepost check` and collects its reports. */
export async function runCheck(request: CheckRequest, cancellation: Cancellation): Promise<Checked> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'fencepost-'));
  const file = (extension: string): string => path.join(scratch, `report.${extension}`);
  try {
    const { err } = await run([...request.command, ...argumentsOf(request, file)], request.folder, cancellation);
    const [json, sarif, text, html] = await Promise.all(
      ['json', 'sarif', 'txt', 'html'].map((each) => read(file(each))),
    );
    return {
      report: json === undefined ? undefined : (JSON.parse(json) as Report),
      sarif: sarif === undefined ? undefined : (JSON.parse(sarif) as Sarif),
      text: text ?? '',
      html: html ?? '',
      refusal: err,
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Flags of the compiler come last, after `--`. */
function argumentsOf(
  { file: source, folder, name, models, more }: CheckRequest,
  file: (extension: string) => string,
): string[] {
  const at = more.indexOf('--');
  const [options, flags] = at < 0 ? [more, []] : [more.slice(0, at), more.slice(at)];
  const reports = { json: 'json', sarif: 'sarif', text: 'txt', html: 'html' };
  return [
    ...['check', path.relative(folder, source), '--progress=none', '--color=never'],
    ...(name === undefined ? [] : ['--test-case', name]),
    ...(models === undefined ? [] : [`--model=${models}`]),
    ...Object.entries(reports).flatMap(([format, extension]) => ['--report', `${format}=${file(extension)}`]),
    ...options,
    ...flags,
  ];
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    // A run that was refused writes no report.
    return undefined;
  }
}
