import { createFsProxy } from '@napi-rs/wasm-runtime/fs';

declare function postMessage(message: unknown): void;

const fs = createFsProxy({});
postMessage({ text: fs.readFileSync('a') });
