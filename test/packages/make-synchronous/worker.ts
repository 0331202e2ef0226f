import setupWorker from 'make-synchronous';

setupWorker((n) => Promise.resolve(n * 2));
