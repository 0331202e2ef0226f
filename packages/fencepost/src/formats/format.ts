import type { Report, SourceLines, TestingReport, TextStyle } from '@fencepost/report';

/** Options for rendering a report. */
export interface RenderOptions extends TextStyle {
  /** Whether to accept SC violations that do not make a check fail. They are then not findings. */
  readonly allowRelaxed: boolean;
}

/** An output format for reports. */
export interface OutputFormat {
  /** Its name in `--format`. */
  readonly name: string;
  /** File extension, without the dot. */
  readonly extension: string;
  /** Set if the format is only written to files, never printed on a terminal. */
  readonly onlyToFile?: true;
  /** Set if a run that writes this report looks for repairs by default. */
  readonly showsRepairs?: true;
  /** Renders a report. `sources`: the source lines that the report mentions. */
  readonly render: (report: Report, sources: SourceLines, options: RenderOptions) => Promise<string> | string;
  /** Renders a report of `fencepost test`. If absent, the format does not support such reports. */
  readonly renderTests?: (report: TestingReport, sources: SourceLines, options: RenderOptions) => string;
}
