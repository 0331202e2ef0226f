export * from './shared-words.js';
export type { InPlaceSite } from '../transform/in-place.js';
