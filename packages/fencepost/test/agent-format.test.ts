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
    const { code, out, err } = await fencepost(['check', 'examples/refused/spin.litmus', '--format', 'agent']);
    // Agents read both streams: an error is told once.
    expect({ code, err }).toEqual({ code: 2, err: '' });
    expect(out).toMatch(/^refused examples\/refused\/spin\.litmus:5 LITMUS_UNSUPPORTED: .*\n {2}hint: .*\n$/);
  });

  it('is not taken by commands that print something else, and changes nothing there', async () => {
    const litmus = ['litmus', 'examples/litmus/SB.litmus', '-m', 'tso'];
    for (const args of [litmus, ['test', 'examples/litmus/SB.litmus'], ['monitor', 'examples/litmus/SB.litmus']]) {
      const { code, out, err } = await fencepost([...args, '--format', 'agent']);
      expect({ code, out, err }).toEqual({
        ...{ code: 2, out: '' },
        err: "fencepost: there is no format 'agent' [USAGE]\n  hint: formats are text, json\n",
      });
    }
    for (const command of ['fix', 'relax', 'replay', 'claim', 'review', 'record', 'steer', 'demo', 'mcp']) {
      const { code, err } = await fencepost([command, 'examples/litmus/SB.litmus', '--format', 'agent']);
      expect([command, code, err]).toEqual([command, 2, expect.stringMatching(/does not take --format \[USAGE\]/)]);
    }
    expect((await fencepost(litmus, { environment: { CLAUDECODE: '1' } })).out).toBe((await fencepost(litmus)).out);
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
