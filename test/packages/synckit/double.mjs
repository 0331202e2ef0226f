import { runAsWorker } from 'synckit';

runAsWorker((n) => Promise.resolve(n * 2));
