import { REFERENCE_MODEL, defaultModels, printableJson, printableLines } from '@fencepost/core';
import type { TestReport, TestingReport } from '@fencepost/report';
import { isFoundByTest, testingText } from '@fencepost/report';
import type { Stop } from '@fencepost/check';
import { wantsColour } from '../terminal/colour.js';
import { collect, usageError } from '../../errors.js';
import { reportErrors } from '../terminal/report-errors.js';
import { FOUND, INPUT_ERROR, OK } from '../../exit-codes.js';
import { testHelp } from '../terminal/help.js';
import { DEFAULT_WIDTH } from '../../formats/render.js';
import type { Io } from '../terminal/io.js';
import { LineWriter } from '../terminal/io.js';
import type { LoadedProgram } from '../../load/loaded-program.js';
import { loadPrograms } from '../../load/programs.js';
import { sourceLines } from '../../formats/source-lines.js';
import { TestDisplay } from './test-display.js';
import type { TestRequest } from './test-request.js';
import { readTestRequest } from './test-request.js';
import { testedAmong } from '../../options/models.js';
import { version } from '../../run/version.js';
import type { PlannedTest } from '../../run/test-file.js';
import { testOne } from '../../run/test-file.js';

/** `fencepost test`. */
export async function testCommand(args: readonly string[], io: Io): Promise<number> {
  const request = await readTestRequest(args);
  if (request === 'help') {
    await io.out(testHelp());
    return OK;
  }
  const { loaded, errors } = await collect(request.files, (file) => loadPrograms(file, request));
  if (errors.length > 0) {
    reportErrors(errors, io);
    return INPUT_ERROR;
  }
  const programs = loaded.flat();
  for (const { warnings } of programs) if (warnings !== undefined) io.err(printableLines(warnings));
  const planned = programs.map((each) => ({ loaded: each, models: modelsFor(each, request) }));
  for (const each of planned) {
    if (each.models.length > 0) continue;
    const { source, program } = each.loaded;
    const text = `${source}: ${program.name} is to be checked under ${REFERENCE_MODEL} only, and is not tested\n`;
    io.err(printableLines(text));
  }
  const tested = planned.filter(({ models }) => models.length > 0);
  if (tested.length === 0)
    throw usageError('there is nothing to test', `choose models: --model ${defaultModels('test').join(',')}`);
  return new TestSession(request, io).run(tested);
}

function modelsFor({ settings }: LoadedProgram, { models }: TestRequest): PlannedTest['models'] {
  return models ?? testedAmong(settings?.models) ?? defaultModels('test');
}

/** One run of the command. */
class TestSession {
  private readonly request: TestRequest;
  private readonly io: Io;
  private readonly stop: Stop = { reason: undefined };
  private readonly display: TestDisplay;
  private readonly writer: LineWriter;
  private readonly deadline: number;
  private readonly tests: TestReport[] = [];

  constructor(request: TestRequest, io: Io) {
    this.request = request;
    this.io = io;
    this.display = new TestDisplay(io);
    this.writer = new LineWriter(io, () => this.display.clear());
    this.deadline = performance.now() + 1000 * request.maxTime;
  }

  async run(programs: readonly PlannedTest[]): Promise<number> {
    const ignoreInterrupts = this.io.onInterrupt?.(() => {
      this.stop.reason = 'interrupt';
    });
    try {
      for (const [i, planned] of programs.entries()) {
        if (this.stop.reason !== undefined) break;
        await this.tell(await this.test(planned, programs.slice(i)));
      }
    } finally {
      // What has been found out is shown even if a later program turns out to be wrong.
      await this.writer.flush();
      this.display.clear();
      ignoreInterrupts?.();
    }
    const { tests, request } = this;
    if (request.testFormat === 'json') {
      const report: TestingReport = { version: 1, tool: `fencepost ${version()}`, tests };
      await this.io.out(`${printableJson(report, 2)}\n`);
    }
    return tests.some((test) => isFoundByTest(test, request)) ? FOUND : OK;
  }

  private async test(planned: PlannedTest, left: readonly PlannedTest[]): Promise<TestReport[]> {
    const { display, stop, deadline, request } = this;
    display.begin(planned.loaded.program.name);
    const { testMethod: method, seed, length, maxExecutions } = request;
    return testOne(planned, left, {
      ...{ deadline, stop, loadOptions: request },
      options: {
        method,
        ...(seed !== undefined && { seed }),
        ...(length !== undefined && { length }),
        ...(maxExecutions !== undefined && { maxExecutions }),
      },
      onProgress: (progress) => display.update(progress),
    });
  }

  /** As soon as a program is tested. */
  private async tell(tests: readonly TestReport[]): Promise<void> {
    const isFirst = this.tests.length === 0;
    this.tests.push(...tests);
    if (this.request.testFormat !== 'text' || tests.length === 0) return;
    const style = {
      width: this.io.columns ?? DEFAULT_WIDTH,
      colour: wantsColour(this.request.colour, process.env, this.io.outIsTerminal),
    };
    if (!isFirst) await this.writer.line('');
    for (const line of testingText(tests, sourceLines(tests), style)) await this.writer.styled(line);
  }
}
