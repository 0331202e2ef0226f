import type { Report, TextStyle } from '@fencepost/report';
import { dotReport, githubAnnotations, jsonReport, junitReport, sarifReport, summaryLine, textReport } from '@fencepost/report';
import type { ReportFormat } from './report.js';
import { sourceLines } from './source-lines.js';

export interface RenderOptions extends TextStyle {
  readonly allowRelaxed: boolean;
}

/** A report in a format, ending with a line break. */
export async function render(report: Report, format: ReportFormat, options: RenderOptions): Promise<string> {
  const text = await renderText(report, format, options);
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function renderText(report: Report, format: ReportFormat, options: RenderOptions): Promise<string> | string {
  switch (format) {
    case 'text': {
      const lines = textReport(report.checks, sourceLines(report.checks), options);
      return [...lines, ...summary(report, options)].join('\n');
    }
    case 'json':
      return jsonReport(report);
    case 'sarif':
      return sarifReport(report, options);
    case 'junit':
      return junitReport(report, options);
    case 'github':
      return githubAnnotations(report, options);
    case 'dot':
      return dotReport(report);
    case 'html':
      // Not loaded unless asked for: it brings the page with it.
      return import('@fencepost/viewer').then(({ htmlReport }) => htmlReport(report, sourceLines(report.checks)));
  }
}

/** For several programs: how many checks came out how. */
export function summary({ checks }: Report, style: TextStyle): string[] {
  const programs = new Set(checks.map(({ source, program }) => JSON.stringify([source, program])));
  return programs.size > 1 ? ['', summaryLine(checks, style)] : [];
}
