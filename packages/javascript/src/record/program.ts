import { recordThread } from './thread.js';

// Loaded by the preload, beside which it is.
recordThread(process.env['FENCEPOST_RECORD'] ?? '', __dirname);
