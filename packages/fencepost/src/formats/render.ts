import { FencepostError } from '@fencepost/core';
import type { Report, TestingReport } from '@fencepost/report';
import type { RenderOptions } from './format.js';
import { FORMATS, testFormats } from './formats.js';
import { sourceLines } from './source-lines.js';

/** Width of output that is not for a terminal, in columns. */
export const DEFAULT_WIDTH = 100;

const ON_PAPER: RenderOptions = { width: DEFAULT_WIDTH, colour: false, all: false, allowRelaxed: false };

/**
 * A report in one of the formats (`FORMATS`), ending with a line break. Lines of the source are read from the files that
 * the report names, unless `textOf` gives them.
 */
export async function render(
  report: Report | TestingReport,
  format: string,
  options: Partial<RenderOptions> = {},
  textOf?: (file: string) => string | undefined,
): Promise<string> {
  const { name, render: renderChecks, renderTests } = FORMATS.named(format);
  const style = { ...ON_PAPER, ...options };
  let text: string;
  if ('checks' in report) text = await renderChecks(report, sourceLines(report.checks, textOf), style);
  else if (renderTests !== undefined) text = renderTests(report, sourceLines(report.tests, textOf), style);
  else
    throw new FencepostError('USAGE', `test results cannot be written as ${name}`, {
      hint: `formats are ${testFormats().join(', ')}`,
    });
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
