export { chunksOf } from './chunks.js';
export type { Collected } from './collect.js';
export { compress, decompress } from './compression.js';
export { record } from './record.js';
export type { Recorded, RecordRequest } from './record.js';
export { IDLE_CODE, steer } from './steer.js';
export type { SteeredPair, SteeredRun, SteeringCounts, SteerRequest } from './steer.js';
