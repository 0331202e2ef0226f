#!/usr/bin/env node
'use strict';

const { existsSync } = require('node:fs');
const { join } = require('node:path');

// CommonJS, as Node's loader of modules takes longer to start than the whole of `--version`.
const start = join(__dirname, '..', 'dist', 'bundle', 'start.cjs');
if (existsSync(start)) require(start);
else {
  process.stderr.write('fencepost: not built yet\n  hint: npm run build\n');
  process.exitCode = 2;
}
