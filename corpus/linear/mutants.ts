// npm run linear:mutants [-- WORD…]: every mutant, with the calls of the smallest scenario that shows it.
import { STRUCTURES } from './structures.js';
import { examine, failingCalls } from './run.js';

const words = process.argv.slice(2);
for (const { file, flags = [], mutants } of STRUCTURES) {
  if (words.length > 0 && !words.some((word) => file.includes(word))) continue;
  for (const { number, what, model, calls } of mutants) {
    const tried = { file, flags: [...flags, `-DMUTANT=${number}`], calls: 6, threads: 2, models: [model], seconds: 60 };
    const [check] = await examine(tried);
    const found = failingCalls(check!);
    const { checked, count } = check!.scenarios!;
    console.log(
      `${found === calls ? '' : '!! '}${file} ${number} ${what} ${model}: ${found ?? 'not found'} calls (${calls}), ${checked} of ${count}, ${check!.seconds.toFixed(1)} s, ${check!.failures[0]?.message.slice(0, 80)}`,
    );
  }
}
