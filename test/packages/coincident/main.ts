import coincident from 'coincident/main';

// The main thread of a page. It is a worker of the check, which is told what came out.
declare function postMessage(message: unknown): void;

const { Worker } = coincident();
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
worker.proxy['seven'] = () => 7;
worker.addEventListener('message', ({ data }) => postMessage(data));
