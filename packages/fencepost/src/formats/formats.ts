import { Registry, formatError } from '@fencepost/core';
import { REPORT_FORMATS, summaryLine, testingText, textReport } from '@fencepost/report';
import type { Report, TextStyle } from '@fencepost/report';
import type { OutputFormat } from './format.js';
import { witnesses } from './witness.js';

const TEXT: OutputFormat = {
  name: 'text',
  extension: 'txt',
  render: (report, sources, style) =>
    [
      ...textReport(report.checks, sources, style, report.repairs),
      ...summary(report, style),
      ...(report.errors ?? []).flatMap((error) => ['', formatError(error)]),
    ].join('\n'),
  renderTests: ({ tests }, sources, style) => testingText(tests, sources, style).join('\n'),
};

/** The formats of reports. */
export const FORMATS = new Registry<OutputFormat>('format', [
  TEXT,
  ...REPORT_FORMATS.map(({ render, ...format }): OutputFormat => ({
    ...format,
    render: (report, _, options) => render(report, options),
  })),
  { name: 'witness', extension: 'yml', onlyToFile: true, render: (report) => witnesses(report) },
  {
    name: 'html',
    extension: 'html',
    onlyToFile: true,
    showsRepairs: true,
    // Loaded on demand: it includes the viewer page.
    render: async (report, sources) => (await import('@fencepost/viewer')).htmlReport(report, sources),
  },
]);

/** Returns the formats that can be printed. */
export function printedFormats(): string[] {
  return FORMATS.names(({ onlyToFile }) => onlyToFile !== true);
}

/** Returns the formats that `fencepost test` supports. */
export function testFormats(): string[] {
  return FORMATS.names(({ renderTests }) => renderTests !== undefined);
}

/** Returns the line that sums up a report, after an empty one. */
export function summary({ checks, repairs = [] }: Report, style: TextStyle): string[] {
  return checks.length === 0 ? [] : ['', summaryLine(checks, style, repairs)];
}
