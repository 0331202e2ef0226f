import { codeOf, usageError } from '../errors.js';

const NAME = '@modelcontextprotocol/sdk';

/** The parts of the SDK that we use. Only this command loads it; its users install it. */
export async function loadSdk() {
  try {
    // Its successor takes schemas of zod only; ours are JSON, like those of configuration and reports.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
    const [{ Server }, { StdioServerTransport }, types, { AjvJsonSchemaValidator }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/index.js'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('@modelcontextprotocol/sdk/types.js'),
      import('@modelcontextprotocol/sdk/validation/ajv-provider.js'),
    ]);
    return { Server, StdioServerTransport, types, AjvJsonSchemaValidator };
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw usageError(`the server needs the package ${NAME}`, `npm install --save-dev ${NAME}`);
  }
}
