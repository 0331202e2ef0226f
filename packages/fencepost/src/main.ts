import { runEntry } from './entry.js';

await runEntry();
