import type { Template } from './templates.js';

/** The skill: what an agent does, one page. */
export const SKILL: Template = {
  path: '.agents/skills/fencepost/SKILL.md',
  text: `---
name: fencepost
description: Check concurrent code (atomics, fences, locks, lock-free structures, workers with SharedArrayBuffer) in C, C++, Rust, JavaScript or TypeScript. Use before and after changing such code, and instead of reasoning about memory models.
---

# Check concurrent code with Fencepost

1. **Write the smallest check**: two or three threads, one or two calls each, an assertion on the result. C and C++: a
   program with \`main\` and \`assert\` (\`name.check.c\`). TypeScript: \`check(name, (t) => { t.thread(…); t.after(…); })\`
   (\`name.check.ts\`). Use the real code: include it, or import it.
2. **Run it**: \`npx fencepost check FILE --format agent\`. The first word of a line is the verdict.
3. **failed**: read \`why\` and the steps. If there is a \`fix (compiled and checked…)\`, apply it with the command shown. A
   \`fix (not checked)\` forbids one execution: apply it, and go on with 2. Without a fix it is an ordinary bug (a lost
   update, a deadlock): change the algorithm. Never weaken the assertion.
4. **Run it again** until nothing is \`failed\`. Keep the check in the repository.

- **undecided is not safe.** Fewer threads, calls or iterations; or \`--max-time 5m\`. Say so if it stays undecided.
- **refused**: the code was not checked. Do what the hint says, or say that it was not checked.
- **safe** holds for these models, these threads, these inputs and these assertions; \`not covered\` says what else there
  is. A check without an assertion shows only that nothing crashes, races or deadlocks.
- **safe within bounds**: every scenario up to the stated number of calls.
- **Queues, stacks, counters, caches**: do not write scenarios by hand. \`linearizable(name, create, operations)\`
  (TypeScript), \`FENCEPOST_LINEARIZABLE\` (C, C++) or the tool \`linearizable\` make all small ones.
- **Weaker orders**: \`npx fencepost relax FILE\` says which can be weaker. Do not guess.
- **A claim**: \`npx fencepost claim FILE 'line 17 can be relaxed'\` answers yes, no or undecided.
- \`npx fencepost replay …\` shows an execution again; \`npx fencepost mcp\` is a server with the same tools.
`,
};

/** The section of AGENTS.md. */
export const AGENTS: Template = {
  path: 'AGENTS.md',
  text: `## Concurrent code

Code with atomics, fences, locks, lock-free structures or shared memory is checked with Fencepost, not by reasoning:

- \`npx fencepost check\` checks all \`*.check.*\` files; \`npx fencepost check FILE --format agent\` one of them.
- Each line begins with its verdict. \`undecided\` and \`refused\` are not \`safe\`.
- After changing such code, run its check. If there is none, write one: ${SKILL.path} says how.
- \`npx fencepost review --diff main\` names the checks that cover a change, and runs them.
`,
};
