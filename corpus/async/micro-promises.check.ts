// More of micro.check.ts: promises, servers, timers.
import type { Small } from './small.js';
import { checkSmall, delay, resolvers } from './small.js';

const programs: readonly Small[] = [
  {
    name: 'promise 1, ticks come before reactions',
    run: (step) => () => {
      const { promise, resolve } = resolvers();
      setImmediate(() => {
        resolve();
        for (const i of [1, 2]) process.nextTick(() => step(`tick ${i}`));
      });
      void promise.then(() => (step('then'), Promise.reject(new Error('no')))).catch(() => step('catch'));
    },
    ordered: ['tick 1, tick 2, then, catch'],
  },
  {
    name: 'promise 2, Promise.all of timers',
    run: (step) => () => {
      const timed = [300, 200, 100].map((time) =>
        delay(time).then(() => {
          step(`timer ${time}`);
          return time;
        }),
      );
      void Promise.all(timed).then((times) => step(times.join('+')));
    },
    ordered: ['timer 300, 300+200+100', 'timer 200, 300+200+100', 'timer 100, 300+200+100'],
    race: ['timer 300', 'timer 100'],
  },
  {
    name: 'promise 3, two reactions to one promise',
    run: (step) => () => {
      const waits = delay(500);
      void waits.then(() => step('one'));
      void waits.then(() => step('two'));
    },
    ordered: ['one, two'],
  },
  {
    name: 'promise 4, promises are resolved in another order than they were made',
    run: (step) => () => {
      const made = [1, 2, 3].map(resolvers);
      for (const [i, { promise }] of made.entries()) void promise.then(() => step(`reaction ${i + 1}`));
      setTimeout(() => {
        for (const i of [1, 2]) setImmediate(() => step(`immediate ${i}`));
        process.nextTick(() => step('tick'));
        for (const { resolve } of made.toReversed()) resolve();
      }, 0);
    },
    ordered: ['tick, reaction 3, reaction 2, reaction 1, immediate 1, immediate 2'],
  },
  {
    name: 'promise 5, two timers resolve two promises each',
    run: (step) => () => {
      const made = [1, 2, 3, 4].map(resolvers);
      for (const [i, { promise }] of made.entries()) void promise.then(() => step(`reaction ${i + 1}`));
      for (const i of [0, 2])
        setTimeout(() => {
          step(`timer ${i}`);
          made[i]!.resolve();
          made[i + 1]!.resolve();
        }, 100);
    },
    ordered: ['timer 0, reaction 1, reaction 2, timer 2, reaction 3, reaction 4'],
  },
  {
    name: 'promise 6, Promise.race of two timers',
    run: (step) => () => {
      const timed = (time: number): Promise<void> => delay(time).then(() => step(`timer ${time}`));
      void Promise.race([timed(2), timed(1)]).then(() => step('first'));
    },
    ordered: [],
    race: ['timer 2', 'timer 1'],
  },
  {
    name: 'promise 7, promises of immediates beside timers',
    run: (step) => () => {
      for (const i of [1, 2]) {
        const { promise, resolve } = resolvers();
        setImmediate(() => {
          step(`immediate ${i}`);
          resolve();
        });
        void promise.then(() => step(`reaction ${i}`));
      }
      setImmediate(() => step('immediate 3'));
      setTimeout(() => step('timer 11'), 11);
      setTimeout(() => step('timer 10'), 10);
    },
    ordered: ['immediate 1, reaction 1, immediate 2, reaction 2, immediate 3'],
    race: ['timer 11', 'timer 10'],
  },
  {
    name: 'server 1, a server counts its requests',
    run: (step, t) => {
      let count = 0;
      t.fetch(() => new Response(String(++count)));
      return () => {
        for (const page of ['a', 'b'])
          void fetch(`http://server/${page}`).then(async (answer) => step(`${page} is ${await answer.text()}`));
      };
    },
    ordered: [],
    race: ['a is 1', 'b is 2'],
  },
  {
    name: 'server 2, a server greets clients by number, and answers them',
    run: (step, t) => {
      let count = 0;
      const server = t.outside({ connect: () => ++count, send: (text: string) => `server ${text}` });
      return () => {
        for (const client of ['a', 'b']) {
          void server.connect().then(async (number) => {
            step(`${client} has a number`);
            step(`${client} hears ${await server.send(String(number))}`);
          });
        }
      };
    },
    ordered: ['a has a number, a hears server 1', 'b has a number, b hears server 2'],
    race: ['a has a number', 'b has a number'],
  },
  {
    name: 'timer 1, timers of growing delays, and one in another',
    run: (step) => () => {
      for (const time of [1, 100, 200]) setTimeout(() => step(`timer ${time}`), time);
      setTimeout(() => {
        step('outer');
        setTimeout(() => step('inner'), 1);
      }, 1000);
    },
    ordered: ['timer 1, timer 100, timer 200, outer, inner'],
  },
  {
    name: 'timer 2, timers of falling delays while a tick takes long',
    run: (step) => () => {
      for (const time of [103, 102, 101, 104]) setTimeout(() => step(`timer ${time}`), time);
      process.nextTick(() => step('tick'));
    },
    ordered: ['tick, timer 103, timer 104', 'tick, timer 102, timer 104', 'tick, timer 101, timer 104'],
    race: ['timer 103', 'timer 101'],
  },
  {
    name: 'timer 3, timers set timers',
    run: (step) => () => {
      for (const i of [1, 2])
        setTimeout(() => {
          step(`timer ${i}`);
          setTimeout(() => step(`inner ${i}`), 200);
        }, 100);
      setTimeout(() => step('timer 3'), 50);
    },
    ordered: ['timer 1, timer 2, inner 2', 'timer 1, inner 1, inner 2', 'timer 3, inner 1'],
    race: ['timer 1', 'timer 3'],
  },
  {
    name: 'delays 1, two promises of the same delay',
    run: (step) => () => {
      for (const i of [1, 2]) void delay(1000).then(() => step(`delay ${i}`));
    },
    ordered: ['delay 1, delay 2'],
  },
];

programs.forEach(checkSmall);
