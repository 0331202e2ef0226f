import { channel } from 'node:diagnostics_channel';
import { parentPort } from 'node:worker_threads';
import { reportProcesses } from '@fencepost/workers';
import { BuiltIns } from '../workers/built-ins.js';
import { Checker } from './checker.js';
import type { Message, Question, StopOrder } from './messages.js';

// The thread that checked code runs in. What that does to the process, to built-in objects or to memory stays here.

const port = parentPort!;
const builtIns = new BuiltIns();
const checked = channel('fencepost:checked');
const tell = (message: Message): void => {
  // Before: whoever gets the answer may end this thread.
  if (message.tell === 'checked') checked.publish(undefined);
  port.postMessage(message);
};
const checker = new Checker(tell, builtIns);

port.on('message', (message: Question | StopOrder) => {
  if (message.ask === 'stop') {
    checker.interrupt();
    return;
  }
  // The port does not keep the thread alive during a question: if nothing else does, the answer will never come.
  port.unref();
  void checker.answer(message).then(() => port.ref());
});

process.on('beforeExit', () => tell({ tell: 'stuck' }));

reportProcesses();
