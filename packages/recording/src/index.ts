export type { RecordedEvents, Swap } from './events.js';
export * from './format/index.js';
