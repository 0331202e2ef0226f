export type { Collected } from './collect.js';
export { record } from './record.js';
export type { Recorded, RecordRequest } from './record.js';
