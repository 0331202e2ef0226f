// Prints what test/setup/cpu-time.ts has written: the whole, and the files that took most. Usage: cpu-times.js <count> <file>
import fs from 'node:fs';

const [count = '10', file = ''] = process.argv.slice(2);
const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : [];
const times = lines.map((line) => line.split('\t')).map(([seconds, name = '']) => ({ seconds: Number(seconds), name }));
times.sort((a, b) => b.seconds - a.seconds);
const whole = times.reduce((sum, { seconds }) => sum + seconds, 0);
console.log(`${whole.toFixed(0)} s of CPU time in ${times.length} files`);
for (const { seconds, name } of times.slice(0, Number(count)))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
