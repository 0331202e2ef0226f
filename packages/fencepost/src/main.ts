import { startEarly } from './supervise/worker-connection.js';
import { keepCompiledCode } from './workers/compile-cache.js';

keepCompiledCode();
// Before anything else is loaded: it takes as long to get ready as the rest of the command does.
if (process.argv[2] === 'check') startEarly();
const { runCommand } = await import('./command.js');
await runCommand();
