import { ScriptedClient } from './client.js';
import { TASKS } from './tasks.js';

// How many tasks a client solves that has no model, and only takes fixes that were checked.
const client = new ScriptedClient();
await client.open();
try {
  // The server has a run for each core, and the others wait.
  const solutions = await Promise.all(TASKS.map((task) => client.solve(task)));
  for (const { task, isSolved, reason, calls } of solutions) {
    console.log([task.language, task.name, isSolved ? 'solved' : reason, `${calls} calls`].join('\t'));
  }
  for (const language of ['c', 'cpp', 'ts', 'litmus']) {
    const own = solutions.filter(({ task }) => task.language === language);
    console.log(`${language}: ${own.filter(({ isSolved }) => isSolved).length} of ${own.length}`);
  }
} finally {
  await client.close();
}
