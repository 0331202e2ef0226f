import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printable } from '@fencepost/core';
import type { ReportFile } from '../../formats/report-file.js';
import type { Io } from '../terminal/io.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the reports with an HTML page among them: the one asked for or, without one, a temporary file. */
export function withPage(reports: readonly ReportFile[]): readonly ReportFile[] {
  if (pageOf(reports) !== undefined) return reports;
  return [...reports, { format: 'html', file: join(mkdtempSync(join(tmpdir(), 'fencepost-')), 'report.html') }];
}

export function pageOf(reports: readonly ReportFile[]): string | undefined {
  return reports.find(({ format }) => format === 'html')?.file;
}

/** Opens a page in the browser, and says where it is. */
export async function openPage(
  file: string,
  io: Pick<Io, 'err'>,
  environment: Environment = process.env,
): Promise<void> {
  const command = openerFor(process.platform, environment);
  const isOpened = command !== undefined && (await started(command, pathToFileURL(resolve(file)).href));
  io.err(printable(`report: ${file}${isOpened ? '' : ' (there is no browser here to open it)'}`) + '\n');
}

/** Returns the program that opens pages; undefined without a screen. */
export function openerFor(platform: NodeJS.Platform, environment: Environment): string | undefined {
  const {
    BROWSER: browser = '',
    DISPLAY: x = '',
    WAYLAND_DISPLAY: wayland = '',
    WSL_DISTRO_NAME: wsl = '',
  } = environment;
  if (platform === 'darwin') return 'open';
  if (platform === 'win32') return 'start';
  if (browser !== '') return browser.split(':')[0]!;
  if (wsl !== '') return 'wslview';
  return x === '' && wayland === '' ? undefined : 'xdg-open';
}

/**
 * Starts a program that goes on after the command. It becomes no descendant of this process, because these are ended with
 * it: a shell starts it and ends at once.
 */
function started(command: string, address: string): Promise<boolean> {
  const script = 'command -v "$0" >/dev/null || exit 127; "$0" "$1" >/dev/null 2>&1 &';
  const child =
    command === 'start'
      ? spawn('cmd', ['/c', 'start', '""', address], { stdio: 'ignore', windowsVerbatimArguments: true })
      : spawn('sh', ['-c', script, command, address], { stdio: 'ignore', detached: true });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
