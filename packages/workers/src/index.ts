export { InProcess } from './in-process.js';
export { later } from './later.js';
export { Pool } from './pool.js';
export type { Ended, Outcome } from './protocol.js';
export type { Begun, Runner } from './runner.js';
export type { Handler, TaskContext } from './serve.js';
export { serve } from './serve.js';
