import { check } from 'fencepost';
import { BUGS } from '../async-bugs.js';

// The programs of `npm run bench -- orders` as checks.

for (const [name, program] of Object.entries(BUGS)) check(name, (t) => program(t));
