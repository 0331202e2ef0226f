import type { Site } from '@fencepost/core';

/** What the numbers of a recording stand for. */
export interface RecordedNames {
  /** Of the recording. */
  readonly name: string;
  /** The value of a place before anything is written, if it is known. */
  initialValue(place: number): bigint | undefined;
  threadName(thread: number): string;
  placeName(place: number): string;
  siteOf(site: number): Site | undefined;
}
