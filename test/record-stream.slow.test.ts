import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '@fencepost/testing/built';
import { beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-stream-'));
const program = path.join(folder, 'turns');
const command = `"${process.execPath}" "${path.join(root, 'packages/fencepost/bin/fencepost.js')}"`;

// Each round writes to memory of its own and, rarely, to shared memory: the recording grows, memory does not.
const SOURCE = `
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static volatile int flags[2], seen[2];
static long rounds;
static void *turn(void *which) {
  int me = which != 0;
  long *own = calloc(256, sizeof *own);
  flags[me] = 1;
  seen[me] = flags[1 - me];
  for (long i = 0; i < rounds; i++) own[(i * 7) & 255] += i;
  printf("%ld\\n", own[7]);
  free(own);
  return 0;
}
int main(int count, char **words) {
  rounds = atol(words[1]);
  pthread_t other;
  pthread_create(&other, 0, turn, (void *)1);
  turn(0);
  pthread_join(other, 0);
  puts("printed by the program");
  return 0;
}
`;

interface Piped {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

/** Runs a pipeline in a process group of its own, with temporary files in our folder. */
function piped(line: string, meanwhile: (group: number) => void = () => undefined): Promise<Piped> {
  return new Promise((resolve) => {
    const env = { ...process.env, TMPDIR: folder };
    const child = spawn('bash', ['-c', line], { cwd: folder, detached: true, env });
    let out = '';
    let err = '';
    child.stdout.on('data', (text: Buffer) => (out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (err += text.toString()));
    child.on('close', (code) => resolve({ out, err, code }));
    meanwhile(child.pid!);
  });
}

const leftOver = (): string[] => readdirSync(folder).filter((name) => /^fencepost-(?:monitor|record)-/.test(name));

describe.skipIf(spawnSync('gcc', ['--version']).status !== 0)('a recording in a pipe', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    const source = path.join(folder, 'turns.c');
    writeFileSync(source, SOURCE);
    const { code, err } = await piped(`${command} record -- gcc -O1 -g ${source} -o ${program} -pthread`);
    expect({ code }, err).toEqual({ code: 0 });
  }, 180_000);

  it('is monitored like one in a file; the output of the program goes to standard error', async () => {
    const { out, err, code } = await piped(
      `${command} record -o - -- ${program} 1000 | ${command} monitor - --model tso --fail-on none`,
    );
    await piped(`${command} record -o turns.fpr -- ${program} 1000`);
    const { out: ofFile } = await piped(`${command} monitor turns.fpr --model tso --fail-on none`);
    expect(code).toBe(0);
    expect(out.replaceAll(/^-/gm, 'turns.fpr')).toBe(ofFile);
    expect(out).toContain('not SC:');
    expect(err).toContain('printed by the program');
    expect(leftOver()).toEqual([]);
  });

  it('is monitored in memory that does not grow with its length', async () => {
    const peak = async (rounds: number): Promise<{ operations: number; kilobytes: number }> => {
      const file = path.join(folder, `peak-${rounds}`);
      const hook = path.join(folder, 'peak.cjs');
      writeFileSync(
        hook,
        `process.on('exit', () => require('fs').writeFileSync(process.env.PEAK, String(process.resourceUsage().maxRSS)));`,
      );
      const monitor = `PEAK=${file} NODE_OPTIONS='--require ${hook}' ${command} monitor - --model tso --fail-on none`;
      const { out } = await piped(`${command} record -o - -- ${program} ${rounds} | ${monitor}`);
      const [, operations] = /([\d,]+) operations/.exec(out)!;
      return { operations: Number(operations!.replaceAll(',', '')), kilobytes: Number(readFileSync(file, 'utf8')) };
    };
    const short = await peak(1_000_000);
    const long = await peak(10_000_000);
    expect(long.operations).toBeGreaterThan(9 * short.operations);
    expect(long.operations).toBeGreaterThan(5_000_000);
    expect(long.kilobytes).toBeLessThan(1.5 * short.kilobytes);
  });

  it('is complete after Ctrl-C, which both commands get', async () => {
    const { out, err } = await piped(
      `${command} record -o - -- ${program} 900000000 | ${command} monitor - --model tso --fail-on none`,
      (group) => void setTimeout(() => process.kill(-group, 'SIGINT'), 2000),
    );
    expect(out).toContain('not SC:');
    expect(out).not.toContain('damaged');
    expect(err).toContain('ended by');
    expect(err).not.toContain('printed by the program');
    expect(err).not.toContain('EPIPE');
    expect(leftOver()).toEqual([]);
  });

  it('ends with an error, not with a stack trace, if its reader ends', async () => {
    const { out, err } = await piped(
      `${command} record -o - -- ${program} 1000000 | head -c 1000 > /dev/null; echo "\${PIPESTATUS[0]}"`,
    );
    expect(out.trim()).toBe('2');
    expect(err).toContain('cannot write the recording to standard output: EPIPE');
    expect(err).toContain('printed by the program');
    expect(err).not.toMatch(/^\s+at /m);
  });
});
