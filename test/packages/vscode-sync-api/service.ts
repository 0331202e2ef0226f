import { parentPort } from 'node:worker_threads';
import { ServiceConnection } from '@vscode/sync-api-common/node';

const service = new ServiceConnection(parentPort!);
service.onRequest('double', ({ n }) => ({ errno: 0, data: 2 * n }));
service.signalReady();
