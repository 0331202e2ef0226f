import { formatError, isFencepostError } from '@fencepost/core';
import { OK } from '../exit-codes.js';
import { version } from '../run/version.js';
import { Answers, resultOf } from './answers.js';
import { TOOLS } from './catalogue.js';
import { Inputs } from './inputs.js';
import { resourceNamed, resources } from './resources.js';
import { Runs } from './runs.js';
import { loadSdk } from './sdk.js';

/** A message of ten million characters is answered, not cut off: the limit of texts refuses it. */
const MOST_BYTES = 64 << 20;

export interface ServeOptions {
  /** The folder whose files may be checked. */
  readonly root: string;
  /** Seconds that a call may take at most. */
  readonly maxTime: number;
  /** Megabytes of all calls together; undefined: the default of the command. */
  readonly maxMemory: number | undefined;
}

/** Serves one client until it leaves. */
export async function serve({ root, maxTime, maxMemory }: ServeOptions): Promise<number> {
  const { Server, StdioServerTransport, types, AjvJsonSchemaValidator } = await loadSdk();
  const inputs = new Inputs(root);
  const runs = new Runs(maxMemory);
  const answers = new Answers();
  const validator = new AjvJsonSchemaValidator();
  const validators = new Map(
    TOOLS.map(({ name, inputSchema }) => [name, validator.getValidator(inputSchema as never)]),
  );
  const server = new Server({ name: 'fencepost', version: version() }, { capabilities: { tools: {}, resources: {} } });

  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: TOOLS.map(({ run: _, ...tool }) => tool) }));
  server.setRequestHandler(types.ListResourcesRequestSchema, () => ({ resources: resources(answers) }));
  server.setRequestHandler(types.ReadResourceRequestSchema, ({ params: { uri } }) => {
    const found = resourceNamed(uri, answers);
    if (found === undefined)
      throw new types.McpError(types.ErrorCode.InvalidParams, `there is no resource ${uri.slice(0, 200)}`);
    return { contents: [{ uri, ...found }] };
  });
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, { signal, sendNotification, _meta }) => {
    const { name, arguments: given = {} } = params;
    const tool = TOOLS.find((each) => each.name === name);
    if (tool === undefined) {
      throw new types.McpError(
        types.ErrorCode.InvalidParams,
        `there is no tool '${name.slice(0, 100)}'; tools are ${TOOLS.map((each) => each.name).join(', ')}`,
      );
    }
    const valid = validators.get(name)!(given);
    if (!valid.valid) return refused(`invalid arguments: ${valid.errorMessage.slice(0, 500)} [USAGE]`);
    const token = _meta?.progressToken;
    let last = 0;
    const onProgress = (line: unknown): void => {
      const { executions = 0, model = '' } =
        (line as { progress?: { executions?: number; model?: string } }).progress ?? {};
      // Each model begins again from 0, and the protocol wants numbers that grow.
      last = Math.max(last + 1, executions);
      void sendNotification({
        method: 'notifications/progress',
        params: { progressToken: token!, progress: last, message: `${model}: ${executions} executions` },
      }).catch(() => undefined);
    };
    try {
      const call = { runs, inputs, answers, signal, mostSeconds: maxTime, ...(token !== undefined && { onProgress }) };
      const { offset = 0 } = given as { offset?: number };
      return resultOf(await tool.run(given as never, call), offset);
    } catch (error) {
      if (isFencepostError(error)) return refused(formatError(error));
      throw error;
    }
  });

  const left = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await server.connect(new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MOST_BYTES }));
  await left;
  runs.close();
  await server.close();
  await runs.idle();
  inputs.close();
  return OK;
}

/** A call that cannot be carried out: the client's mistake, with a hint. */
function refused(message: string) {
  return { ...resultOf({ verdict: 'refused', text: `refused ${message}` }), isError: true };
}
