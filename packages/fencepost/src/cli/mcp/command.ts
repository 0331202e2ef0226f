import { taken } from '../../options/command-line.js';
import { command } from '../command.js';
import { MCP_OPTIONS } from './options.js';

/** The command `fencepost mcp`. */
export const MCP = command({
  name: 'mcp',
  summary: ['', 'serve coding agents (Model Context Protocol, stdio)'],
  groups: {
    mcp: taken('Options', MCP_OPTIONS),
  },
  help: (options) => `Usage: fencepost mcp [OPTION…]

Serves coding agents over standard input and output, by the Model Context
Protocol. Tools: check, explain, fix, replay, linearizable, litmus, ask_model.
Needs the package @modelcontextprotocol/sdk.

${options}

Checked code runs with your rights: this is no sandbox. Files outside the folder
are refused, and only fix with write changes a file.

Exit codes: 0 the client has left; 2 the command line is wrong, or the package
is missing; 4 a bug in fencepost.

Example, in the configuration of an agent:
  { "command": "npx", "args": ["fencepost", "mcp"] }
`,
  run: async (asked) => (await import('../../mcp/serve.js')).serve(asked.values.mcp),
});
