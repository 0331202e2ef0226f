// What `fencepost check FILE` does, with a stopwatch: prints the milliseconds of each stage as JSON. Whatever is imported
// is imported below, so that the first mark is the start of Node alone.
const started = performance.now();
const file = process.argv[2]!;
const { REPOSITORY } = await import('../repository.js');
await import(`${REPOSITORY}/packages/fencepost/dist/cli/run.js`);
const { build, compiledProgram } = await import('@fencepost/c');
const { checkProgram } = await import('@fencepost/check');
const imported = performance.now();
const { timings, ...built } = await build({ files: [file], flags: [] });
const compiled = performance.now();
const program = compiledProgram(file, { timings, ...built });
const loaded = performance.now();
checkProgram(program);
const explored = performance.now();
const stages = Object.values(timings).reduce((sum, time) => sum + time, 0);
console.log(
  JSON.stringify({
    node: started,
    imports: imported - started,
    ...timings,
    'rest of the build': compiled - imported - stages,
    instantiate: loaded - compiled,
    explore: explored - loaded,
  }),
);
