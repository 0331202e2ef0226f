export { recordedThreadName, runOfBinary } from './binary-run.js';
export { badRecording } from './bad-recording.js';
export { isRecording } from './blocks.js';
export type { Decompress } from './blocks.js';
export { EventEncoder } from './encode-events.js';
export type { PlainEvent } from './encode-events.js';
export {
  END,
  EVENTS,
  EVENTS_HEAD,
  HEADER,
  MAGIC,
  MOST_BLOCK_BYTES,
  PLACES,
  REGIONS,
  SCHEDULERS,
  SEGMENT,
  SITES,
  SPAWN_EVENT,
} from './layout.js';
export type { RecordingEnd, RecordingHeader, Region, SchedulerName } from './layout.js';
export type { Memory } from './memory.js';
export { openRecording } from './open-recording.js';
export type { FedRecording, OpenRecording, RecordingSource } from './open-recording.js';
export { SiteTable } from './site-table.js';
export type { RecordedSite } from './site-table.js';
export { decodeText, encodeText } from './text.js';
export { blockBytes } from './write-blocks.js';
