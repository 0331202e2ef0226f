// Small uses of timers, ticks, promises, events, files and servers. The kinds are those of the 35 micro-benchmarks of
// NodeRacer (Endo and Møller, ICST 2020), which say of steps whether they are ordered; the programs are our own. Of each, we
// check the orders that hold. Where two steps race, each order of them is claimed, and both claims must fail.
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import type { Small } from './small.js';
import { checkSmall, delay, resolvers } from './small.js';

const programs: readonly Small[] = [
  {
    name: 'classes 1, two timers of the same delay call a method',
    run: (step) => () => {
      const counter = { n: 0, next: () => step(`count ${++counter.n}`) };
      for (const i of [1, 2])
        setTimeout(() => {
          step(`timer ${i}`);
          counter.next();
        }, 100);
    },
    ordered: ['timer 1, count 1, timer 2, count 2'],
  },
  {
    name: 'emitter 1, two events, each sets an immediate',
    run: (step) => () => {
      const emitter = new EventEmitter();
      emitter.on('e', (n: number) => void setImmediate(() => step(`immediate ${n}`)));
      for (const n of [1, 2]) emitter.emit('e', n);
      step('end');
    },
    ordered: ['end, immediate 1, immediate 2'],
  },
  {
    name: 'file 1, a file is read twice while a timer runs',
    run: (step, t) => {
      t.files({ 'x/file': 'text' });
      return () => {
        fs.readFile('x/file', () => {
          step('first');
          fs.readFile('x/file', () => step('second'));
        });
        setTimeout(() => step('timer'), 2);
      };
    },
    ordered: ['first, second'],
    race: ['second', 'timer'],
  },
  {
    name: 'immediate 1, three immediates',
    run: (step) => () => ['a', 'b', 'c'].forEach((each) => void setImmediate(() => step(each))),
    ordered: ['a, b, c'],
  },
  {
    name: 'immediate 2, immediates set immediates',
    run: (step) => () => {
      for (const i of [1, 2]) {
        setImmediate(() => {
          step(`outer ${i}`);
          for (const j of [1, 2]) setImmediate(() => step(`inner ${i}.${j}`));
        });
      }
    },
    ordered: ['outer 1, outer 2, inner 1.1, inner 1.2, inner 2.1, inner 2.2'],
  },
  {
    name: 'immediate 3, a function runs at once and as two immediates',
    run: (step) => () => {
      let calls = 0;
      const call = (): void => step(`call ${++calls}`);
      call();
      setImmediate(call);
      setImmediate(call);
    },
    ordered: ['call 1, call 2, call 3'],
  },
  {
    name: 'interval 1, an interval and a timer of twice its delay',
    run: (step) => () => {
      let n = 0;
      const interval = setInterval(() => {
        step(`interval ${++n}`);
        if (n === 2) clearInterval(interval);
      }, 1000);
      setTimeout(() => step('timer'), 2000);
    },
    ordered: ['interval 1, interval 2', 'interval 1, timer'],
    race: ['interval 2', 'timer'],
  },
  {
    name: 'interval 2, an interval sets immediates beside a timer of its delay',
    run: (step) => () => {
      let n = 0;
      const interval = setInterval(() => {
        const now = ++n;
        step(`interval ${now}`);
        setImmediate(() => step(`immediate ${now}`));
        if (now === 2) clearInterval(interval);
      }, 1000);
      setTimeout(() => step('timer'), 1000);
    },
    ordered: ['interval 1, timer', 'interval 1, immediate 1, immediate 2', 'interval 1, interval 2, immediate 2'],
    race: ['immediate 1', 'timer'],
  },
  {
    name: 'literature 1, a tick reads what a promise will set',
    run: (step) => () => {
      void Promise.resolve().then(() => step('promise'));
      setTimeout(() => step('timer'), 0);
      process.nextTick(() => step('tick'));
    },
    ordered: ['tick, promise, timer'],
  },
  {
    name: 'literature 2, an immediate reads what a tick sets',
    run: (step) => () => {
      setImmediate(() => step('read'));
      process.nextTick(() => step('set'));
    },
    ordered: ['set, read'],
  },
  {
    name: 'literature 3, a promise is resolved by an immediate',
    run: (step) => () => {
      const { promise, resolve } = resolvers();
      void promise.then(() => step('reaction'));
      setImmediate(() => {
        step('resolves');
        resolve();
      });
    },
    ordered: ['resolves, reaction'],
  },
  {
    name: 'literature 4, a reaction is added while a timer runs',
    run: (step) => () => {
      const { promise, resolve } = resolvers();
      setTimeout(() => {
        step('resolves');
        resolve();
      }, 200);
      setImmediate(() => {
        step('adds');
        void promise.then(() => step('reaction'));
      });
    },
    // In a callback, immediates come before timers.
    ordered: ['adds, resolves, reaction'],
  },
  {
    name: 'literature 5, a file is removed while another function looks at it and reads it',
    run: (step, t) => {
      t.files({ 'x/file': 'text' });
      return () => {
        setImmediate(() => {
          fs.stat('x/file', (missing) => {
            step('looked');
            if (missing === null) fs.readFile('x/file', (error) => step(error === null ? 'read' : 'gone'));
          });
        });
        setTimeout(() => fs.unlink('x/file', () => step('removed')), 5);
      };
    },
    ordered: ['looked, read', 'looked, gone'],
    race: ['read', 'removed'],
  },
  {
    name: 'literature 6, a message is kept in a variable until it is written to a file',
    run: (step, t) => {
      t.files({ 'x/log': '' });
      const emitter = new EventEmitter();
      let message: string | undefined;
      let timers = 0;
      emitter.on('change', (changed: string) => {
        message = changed;
        setTimeout(() => {
          step(`timer ${++timers}`);
          if (message === undefined) return;
          fs.writeFile('x/log', message, () => (message = undefined));
        }, 100);
      });
      return async () => {
        emitter.emit('change', 'a');
        await delay(50);
        step('changes');
        emitter.emit('change', 'b');
      };
    },
    ordered: ['changes, timer 2'],
    race: ['timer 1', 'changes'],
  },
  {
    name: 'tick 1, ticks in ticks',
    run: (step) => () => {
      process.nextTick(() => {
        step('a');
        process.nextTick(() => step('d'));
      });
      process.nextTick(() => step('b'));
      process.nextTick(() => step('c'));
    },
    ordered: ['a, b, c, d'],
  },
  {
    name: 'tick 2, a function is a tick twice, and then an immediate',
    run: (step) => () => {
      let calls = 0;
      const call = (): void => {
        step(`call ${++calls}`);
        if (calls === 1) process.nextTick(call);
        if (calls === 2) setImmediate(call);
      };
      process.nextTick(call);
      setImmediate(() => step('immediate'));
      setTimeout(() => step('timer'), 1000);
    },
    // In a callback, immediates come before timers.
    ordered: ['call 1, call 2, immediate, timer', 'immediate, call 3'],
  },
  {
    name: 'example 1, an archive of files of which one is missing',
    run: (step, t) => {
      t.files({ 'x/file': 'text' });
      return () => {
        let left = 2;
        for (const file of ['x/file', 'x/missing']) {
          fs.stat(file, (missing) => {
            step(`looked at ${file}`);
            if (missing !== null) return void left--;
            fs.readFile(file, () => {
              step('read');
              if (--left === 0) step('complete');
            });
            return undefined;
          });
        }
      };
    },
    ordered: ['looked at x/file, read, complete', 'looked at x/missing, complete'],
    race: ['read', 'looked at x/missing'],
  },
  {
    name: 'example 2, ticks and timers',
    run: (step) => () => {
      for (const i of [1, 2]) process.nextTick(() => step(`tick ${i}`));
      for (const [i, time] of [100, 50, 100].entries()) setTimeout(() => step(`timer ${i + 1}`), time);
    },
    // Timer 3 comes before timer 2 if the program takes 50 ms between timers 1 and 2, and then 100 ms.
    ordered: ['tick 1, tick 2, timer 1, timer 3', 'tick 2, timer 2'],
    race: ['timer 1', 'timer 2'],
  },
  {
    name: 'example 3, timers of the same delay set immediates',
    run: (step) => () => {
      for (const i of [1, 2])
        setTimeout(() => {
          step(`timer ${i}`);
          setImmediate(() => step(`immediate ${i}`));
        }, 10);
    },
    ordered: ['timer 1, timer 2, immediate 2', 'timer 1, immediate 1, immediate 2'],
    race: ['immediate 1', 'timer 2'],
  },
  {
    name: 'example 4, an answer, an immediate and a tick',
    run: (step, t) => {
      t.fetch(() => new Response('text'));
      return () => {
        void fetch('http://server/').then(() => step('answer'));
        setImmediate(() => step('immediate'));
        process.nextTick(() => step('tick'));
      };
    },
    ordered: ['tick, immediate', 'tick, answer'],
    race: ['answer', 'immediate'],
  },
  {
    name: 'example 5, Promise.all and Promise.race of timers',
    run: (step) => () => {
      const timed = (time: number): Promise<void> => delay(time).then(() => step(`timer ${time}`));
      const all = [100, 50, 10].map(timed);
      void Promise.all(all).then(() => step('all'));
      void Promise.race(all.slice(0, 2)).then(() => step('race'));
    },
    ordered: ['timer 100, all', 'timer 50, all', 'timer 10, all', 'race, all'],
    race: ['timer 100', 'timer 50'],
  },
  {
    name: 'example 6, a promise that an immediate resolves',
    run: (step) => () => {
      void new Promise<void>((resolve) =>
        setImmediate(() => {
          step('immediate');
          resolve();
        }),
      ).then(() => step('reaction'));
      step('end');
    },
    ordered: ['end, immediate, reaction'],
  },
];

programs.forEach(checkSmall);
