import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inputCampaign } from './campaign.js';

// npm run campaign -- input [--each N --seed S --without-compiler]: bad inputs, made from good ones by small changes.
// Each must be refused, or handled like any other, without a hang, an internal error, a stack trace or an unhandled
// rejection.
const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    'without-compiler': { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'fencepost-input-'));
let mistakes = 0;
await inputCampaign({
  root: process.cwd(),
  folder,
  each: Number(values.each),
  seed: Number(values.seed),
  canCompile: !values['without-compiler'],
  onMistake: ({ kind, seed, how, what, bytes }) => {
    const file = join(folder, `mistake-${kind.replaceAll(/\W+/g, '-')}-${seed}`);
    writeFileSync(file, bytes);
    console.log(`${kind}, seed ${seed} (${how}): ${what}\n  ${file}`);
  },
  onKind: (kind, counts) => {
    mistakes += counts.mistakes;
    const codes = [...counts.codes].sort().map(([code, count]) => `${count} × ${code}`);
    console.log(`${kind}: exit codes ${codes.join(', ')}; ${counts.mistakes} mistakes`);
  },
});
process.exitCode = mistakes === 0 ? 0 : 1;
