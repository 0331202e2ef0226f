import coincident from 'coincident/worker';

declare function postMessage(message: unknown): void;

// A small buffer. Besides, the default of `minByteLength` is not a multiple of 4, which the V8 of Node 20 does not accept.
const { proxy } = await coincident({ minByteLength: 64, maxByteLength: 64 });
postMessage(proxy['seven']!());
