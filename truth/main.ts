import { runCommand } from '@fencepost/testing/commands';
import { runSet } from './run-set.js';
import { SETS } from './sets.js';

// npm run truth -- SET FOLDER … or --list. docs/evidence/others.md explains it.
await runCommand(
  'truth',
  SETS.map((set) => ({
    name: set.name,
    what: `${set.what}; FOLDER is a copy of ${set.from}`,
    run: () => runSet(set),
  })),
);
