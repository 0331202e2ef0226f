import type { Report, SourceLines } from '@fencepost/report';

/** The data of the page. */
export interface PageData {
  readonly report: Report;
  readonly sources: SourceLines;
}
