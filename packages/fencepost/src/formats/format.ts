import type { Report, SourceLines, TestingReport, TextStyle } from '@fencepost/report';

/** How a report is to be rendered. */
export interface RenderOptions extends TextStyle {
  /** Accept SC violations that no check fails on: they are not findings then. */
  readonly allowRelaxed: boolean;
}

/** A way to write a report down. */
export interface OutputFormat {
  /** As in `--format`. */
  readonly name: string;
  /** Of files, without the dot. */
  readonly extension: string;
  /** Only written to files, never printed on a terminal. */
  readonly onlyToFile?: true;
  /** `sources`: the lines that the report mentions. */
  readonly render: (report: Report, sources: SourceLines, options: RenderOptions) => Promise<string> | string;
  /** The same for what `fencepost test` reports; without it, it has no such report. */
  readonly renderTests?: (report: TestingReport, sources: SourceLines, options: RenderOptions) => string;
}
