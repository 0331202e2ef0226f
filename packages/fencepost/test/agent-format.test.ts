import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';
import { AGENT_VARIABLES, isReadByAgent } from '../src/cli/terminal/agent.js';

const dekker = ['check', 'examples/programs/dekker.mjs', '-m', 'tso'];

describe('the format for coding agents', () => {
  it('is chosen where the environment says that an agent reads', async () => {
    const environment = { CLAUDECODE: '1' };
    const { code, out } = await fencepost(dekker, { environment });
    expect(code).toBe(1);
    expect(out).toMatch(/^safe examples\/programs\/dekker\.mjs: fenced under TSO\nfailed /);
    const asked = await fencepost([...dekker, '--format', 'agent']);
    expect(asked.out).toBe(out);
  });

  it('is not chosen in CI, nor if something else is asked for', async () => {
    const environment = { CLAUDECODE: '1' };
    const ci = await fencepost(dekker, { environment: { ...environment, CI: 'true' } });
    expect(ci.out).toMatch(/^examples/);
    expect((await fencepost([...dekker, '--format', 'text'], { environment })).out).toMatch(/^examples/);
    expect((await fencepost([...dekker, '--quiet'], { environment })).out).toMatch(/^examples/);
    expect((await fencepost([...dekker, '--format', 'json'], { environment })).out).toMatch(/^\{/);
  });

  it('says what was refused, even if nothing else was checked', async () => {
    const { code, out } = await fencepost(['check', 'examples/refused/spin.litmus', '--format', 'agent']);
    expect(code).toBe(2);
    expect(out).toMatch(/^refused examples\/refused\/spin\.litmus:5 LITMUS_UNSUPPORTED: .*\n {2}hint: .*\n$/);
  });

  it('has a repair that was checked', async () => {
    const { out } = await fencepost(['check', 'examples/litmus/SB.litmus', '--format', 'agent']);
    expect(out).toMatch(
      / {2}fix \(compiled and checked: robust under TSO and PSO\): fencepost fix .* --write\n {2}--- a/,
    );
    const never = await fencepost(['check', 'examples/litmus/SB.litmus', '--format', 'agent', '--repair', 'never']);
    expect(never.out).toMatch(/ {2}fix \(not checked\): /);
  });

  it('takes a variable as set unless it is empty, 0 or false', () => {
    for (const name of AGENT_VARIABLES) {
      expect(isReadByAgent({ [name]: 'x' })).toBe(true);
      for (const no of ['', '0', 'false']) expect(isReadByAgent({ [name]: no })).toBe(false);
    }
    expect(isReadByAgent(undefined)).toBe(false);
  });
});
