import { recordThread } from './thread.js';

// Loaded by the preload script in the same folder.
recordThread(process.env['FENCEPOST_RECORD'] ?? '', __dirname);
