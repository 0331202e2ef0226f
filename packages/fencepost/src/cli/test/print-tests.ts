import { printableJson } from '@fencepost/core';
import type { ErrorReport, TestReport, TestingReport } from '@fencepost/report';
import { isFoundByTest, testingText } from '@fencepost/report';
import { DEFAULT_WIDTH } from '../../formats/render.js';
import type { Quotable } from '../../formats/source-lines.js';
import { sourceLines } from '../../formats/source-lines.js';
import type { OutputOptions } from '../../options/output.js';
import type { SearchOptions } from '../../options/search.js';
import { version } from '../../run/version.js';
import { wantsColour } from '../terminal/colour.js';
import type { Io, LineWriter } from '../terminal/io.js';
import { linkerFor } from '../terminal/links.js';

/** Prints the results of tests, program by program. */
export class TestPrinter {
  private readonly output: Pick<OutputOptions, 'format' | 'colour'>;
  private readonly search: Pick<SearchOptions, 'allowRelaxed'>;
  private readonly io: Io;
  private readonly writer: LineWriter;
  private readonly textOf: Quotable | undefined;
  readonly tests: TestReport[] = [];

  /** `textOf`: of the files that may be quoted; by default, those of this machine. */
  constructor(
    output: Pick<OutputOptions, 'format' | 'colour'>,
    search: Pick<SearchOptions, 'allowRelaxed'>,
    io: Io,
    writer: LineWriter,
    textOf?: Quotable,
  ) {
    this.output = output;
    this.search = search;
    this.io = io;
    this.writer = writer;
    this.textOf = textOf;
  }

  /** Prints the tests of a program under all its models. */
  async tell(tests: readonly TestReport[]): Promise<void> {
    const isFirst = this.tests.length === 0;
    this.tests.push(...tests);
    if (this.output.format !== 'text' || tests.length === 0) return;
    const style = {
      width: this.io.columns ?? DEFAULT_WIDTH,
      colour: wantsColour(this.output.colour, process.env, this.io.outIsTerminal),
    };
    if (!isFirst) await this.writer.line('');
    const sources = sourceLines(tests, this.textOf);
    const linked = linkerFor(this.io, tests[0]!.source, sources);
    for (const line of testingText(tests, sources, style)) await this.writer.styled(linked(line));
  }

  /** Prints formats that show all tests at once. */
  async end(errors: readonly ErrorReport[] = []): Promise<void> {
    if (this.output.format !== 'json') return;
    const tool = `fencepost ${version()}`;
    const report: TestingReport = { version: 1, tool, tests: this.tests, ...(errors.length > 0 && { errors }) };
    await this.io.out(`${printableJson(report, 2)}\n`);
  }

  /** Whether any test has a finding. */
  get isFound(): boolean {
    return this.tests.some((test) => isFoundByTest(test, this.search));
  }
}
