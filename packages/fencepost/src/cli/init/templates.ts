/** A file to write. */
export interface Template {
  readonly path: string;
  readonly text: string;
}

/** Languages of examples. */
export type Language = 'c' | 'ts';

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { c: 'C', ts: 'TypeScript' };

const TYPESCRIPT = `import { check } from 'fencepost';

// A message, and a flag that says that it is there. Fencepost runs the threads in every order that the language and the
// processor allow. To see it fail, store the flag with \`memory[0] = 1\`: ARM may then show the flag before the message.
check('a message arrives whole', (t) => {
  const memory = new Int32Array(new SharedArrayBuffer(8));
  t.thread('sender', () => {
    memory[1] = 42;
    Atomics.store(memory, 0, 1);
  });
  t.thread('receiver', () => {
    while (Atomics.load(memory, 0) === 0);
    return memory[1];
  });
  t.after(({ receiver }) => {
    if (receiver !== 42) throw new Error(\`received \${String(receiver)}\`);
  });
});
`;

const C = `// A message, and a flag that says that it is there. Fencepost runs the threads in every order that C and the processor
// allow. To see it fail, store the flag with memory_order_relaxed: then nothing publishes the message.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int message;
static atomic_int sent;

static void *sender(void *unused) {
  (void)unused;
  message = 42;
  atomic_store_explicit(&sent, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  while (!atomic_load_explicit(&sent, memory_order_acquire)) {
  }
  assert(message == 42);
  pthread_join(thread, NULL);
  return 0;
}
`;

/** Returns the example check. */
export function exampleIn(language: Language): Template {
  return language === 'c'
    ? { path: 'checks/message.check.c', text: C }
    : { path: 'checks/message.check.ts', text: TYPESCRIPT };
}

export const CONFIG: Template = {
  path: 'fencepost.config.json',
  text: `{
  "$schema": "./node_modules/fencepost/dist/config.schema.json",
  "maxTime": "5m"
}
`,
};

/** Returns the workflow. `installs`: whether the project has packages to install. */
export function workflowFor(language: Language, installs: boolean): Template {
  const steps = [
    '- uses: actions/checkout@v5',
    '- uses: actions/setup-node@v5\n        with:\n          node-version: 24',
    ...(installs ? ['- run: npm ci'] : []),
    ...(language === 'c' ? ['- run: sudo apt-get update -qq && sudo apt-get install -qq clang-18 lld-18'] : []),
    '- run: npx fencepost check --format github',
  ];
  return {
    path: '.github/workflows/fencepost.yml',
    text: `name: Fencepost
on: [push, pull_request]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-24.04
    steps:
${steps.map((step) => `      ${step}\n`).join('')}`,
  };
}

/** The script of package.json. */
export const SCRIPT = { name: 'fencepost', command: 'fencepost check' } as const;
