import { printableJson } from '@fencepost/core';
import type { Report } from '../values/report.js';
import type { TestingReport } from '../values/testing.js';
import { agentReport } from './agent.js';
import { compactReport } from './compact.js';
import { githubAnnotations } from './github.js';
import { jsonReport } from './json.js';
import { junitReport } from './junit.js';
import { markdownReport } from './markdown.js';
import type { OutcomeOptions } from './outcome.js';
import { sarifReport } from './sarif.js';

/** An output format that needs nothing but the report. */
export interface ReportFormat {
  /** Its name in `--format`. */
  readonly name: string;
  /** File extension, without the dot. */
  readonly extension: string;
  readonly render: (report: Report, options: OutcomeOptions) => string;
  /** Set if a run that writes this report looks for repairs by default. */
  readonly showsRepairs?: true;
  /** Renders a report of tests. If absent, the format does not support such reports. */
  readonly renderTests?: (report: TestingReport) => string;
}

/** The formats that need nothing but the report. A new one is a file in this folder, and a row here. */
export const REPORT_FORMATS: readonly ReportFormat[] = [
  { name: 'json', extension: 'json', render: jsonReport, renderTests: (report) => printableJson(report, 2) },
  { name: 'sarif', extension: 'sarif', render: sarifReport, showsRepairs: true },
  { name: 'junit', extension: 'xml', render: junitReport },
  { name: 'github', extension: 'txt', render: githubAnnotations },
  { name: 'markdown', extension: 'md', render: markdownReport },
  { name: 'compact', extension: 'txt', render: compactReport },
  { name: 'agent', extension: 'txt', render: agentReport, showsRepairs: true },
];
