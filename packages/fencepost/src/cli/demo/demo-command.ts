import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usageError } from '../../errors.js';
import { FOUND, OK } from '../../exit-codes.js';
import type { Asked } from '../../options/command-line.js';
import { argumentsOf, asked as askedOf } from '../../options/command-line.js';
import { reasonOf } from '../../files/reasons.js';
import { CHECK } from '../check/command.js';
import { checkCommand } from '../check/check-command.js';
import type { Io } from '../terminal/io.js';
import type { DemoOptions } from './options.js';

const NAME = 'message.check.ts';

const EXAMPLE = `import { check } from 'fencepost';

check('a message arrives whole', (t) => {
  const memory = new Int32Array(new SharedArrayBuffer(8));
  t.thread('sender', () => {
    memory[1] = 42; // the message
    memory[0] = 1; // the flag: it is there
  });
  t.thread('receiver', () => {
    while (memory[0] === 0);
    return memory[1];
  });
  t.after(({ receiver }) => {
    if (receiver !== 42) throw new Error(\`received \${String(receiver)}\`);
  });
});
`;

/** Runs `fencepost demo`. */
export async function demoCommand(
  { given, values: { demo } }: Asked<{ readonly demo: DemoOptions }>,
  io: Io,
): Promise<number> {
  const [extra] = given.positionals;
  if (extra !== undefined)
    throw usageError(`demo takes no '${extra}'`, `to check your own program: fencepost check ${extra}`);
  const file = writeExample();
  const quoted = EXAMPLE.trimEnd()
    .split('\n')
    .map((line, i) => `${String(i + 1).padStart(4)} │ ${line}`.trimEnd());
  await io.out(`${INTRODUCTION}\n${quoted.join('\n')}\n\n$ fencepost check ${file}\n`);
  const options = ['--no-config', '--repair', 'always', '--color', demo.colour, ...(demo.open ? ['--open'] : [])];
  const code = await checkCommand(await askedOf(CHECK, argumentsOf(CHECK, [file, ...options])), io);
  // Anything but the failure is an error, or was interrupted.
  if (code !== FOUND) return code;
  await io.out(`\n${nextSteps(file, demo)}`);
  return OK;
}

const INTRODUCTION = `Two threads share memory. One writes a message and sets a flag; the other waits
for the flag and reads the message. On x86 machines, tests of it usually pass.
`;

function nextSteps(file: string, { open }: DemoOptions): string {
  const steps = [
    [`fencepost fix ${file} --write`, 'repair it; then check it again'],
    ...(open ? [] : [['fencepost demo --open', 'step through it in a browser']]),
    ['fencepost init', 'write a first check for your own project'],
  ];
  return `What to try next:\n${steps.map(([command, what]) => `  ${command!}\n      ${what!}\n`).join('')}`;
}

/** The file is kept, so that the commands of the report work. */
function writeExample(): string {
  try {
    const file = join(mkdtempSync(join(tmpdir(), 'fencepost-demo-')), NAME);
    writeFileSync(file, EXAMPLE);
    return file;
  } catch (error) {
    throw usageError(`cannot write the example to ${tmpdir()}: ${reasonOf(error)}`, 'TMPDIR names another folder');
  }
}
