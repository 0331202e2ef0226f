/**
 * Variables that tools document as set for the commands that a coding agent runs: Claude Code, Cursor, Gemini CLI and
 * Codex, and two names that several tools share. A variable counts unless it is empty, 0 or false.
 */
export const AGENT_VARIABLES = ['CLAUDECODE', 'CURSOR_AGENT', 'GEMINI_CLI', 'CODEX_SANDBOX', 'AI_AGENT', 'AGENT'] as const; // prettier-ignore

/** Whether a coding agent reads the output. In CI, people read it, even if an agent started the run. */
export function isReadByAgent(environment: Readonly<Record<string, string | undefined>> = {}): boolean {
  const isSet = (name: string): boolean => !['', '0', 'false'].includes(environment[name] ?? '');
  return !isSet('CI') && AGENT_VARIABLES.some(isSet);
}
