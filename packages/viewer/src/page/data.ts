import type { Report, SourceLines } from '@fencepost/report';

/** What the page is given. */
export interface PageData {
  readonly report: Report;
  readonly sources: SourceLines;
}
