/**
 * Source text of the function that performs the actions of a thread, shared by real Node and checks. `work` may take
 * any time. The function resolves with what the thread has seen, when all its actions are done and all messages have
 * arrived.
 */
export const ACTOR = `
export function act(actions, reactions, view, port, messages, work) {
  return new Promise((resolve) => {
    const log = [];
    let left = 1 + messages;
    let names = 0;
    const end = () => {
      if (--left > 0) return;
      port.removeAllListeners('message');
      port.close();
      resolve(log.join(' '));
    };
    const later = (name, then) => {
      left++;
      return () => { log.push(name); run(then).then(end); };
    };
    const run = async (list) => {
      for (const [kind, first, second] of list) {
        const name = kind.slice(0, 2) + names++;
        if (kind === 'timer') setTimeout(later(name, second), first);
        else if (kind === 'interval') {
          const done = later(name, second);
          let count = 0;
          const id = setInterval(() => { log.push(name + '.'); if (++count === 2) { clearInterval(id); done(); } }, first);
        }
        else if (kind === 'immediate') setImmediate(later(name, first));
        else if (kind === 'tick') process.nextTick(later(name, first));
        else if (kind === 'task') queueMicrotask(later(name, first));
        else if (kind === 'sleep') { await new Promise((done) => setTimeout(done, first)); log.push(name); }
        else if (kind === 'turn') { await new Promise((done) => setImmediate(done)); log.push(name); }
        else if (kind === 'work') work();
        else if (kind === 'post') port.postMessage(first);
        else if (kind === 'store') Atomics.store(view, 0, first);
        else if (kind === 'add') log.push(name + '=' + Atomics.add(view, 0, first));
        else if (kind === 'load') log.push(name + '=' + Atomics.load(view, 0));
      }
    };
    if (messages > 0) port.on('message', (value) => { log.push('m' + value); run(reactions).then(end); });
    run(actions).then(end);
  });
}
`;
