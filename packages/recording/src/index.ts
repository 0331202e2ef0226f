export type { RecordedEvents, Swap } from './events.js';
