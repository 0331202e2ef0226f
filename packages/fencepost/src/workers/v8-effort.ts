/** An option of V8, its default, its value while a check may still turn out to be short, and that of a build. */
type Option = readonly [name: string, standard: number, check: number, build: number];

/**
 * The options by version of V8. A higher budget makes V8 optimise fewer functions, and less inlining makes it optimise
 * them faster. Versions whose defaults are not known keep them. `max-inlined-bytecode-size` must never be lowered: V8
 * ends the process if a concurrent compilation has chosen a function to inline that is too large now.
 */
const OPTIONS: Readonly<Record<string, readonly Option[]>> = {
  // Node 20.
  '11.3': [
    ['interrupt-budget', 67_584, 3 * 67_584, 12 * 67_584],
    ['max-inlined-bytecode-size-cumulative', 920, 400, 200],
  ],
};

/** A check that takes longer is optimised with V8's defaults from then on, in seconds of CPU time. */
const SHORT_SECONDS = 4;
const POLL_MS = 250;

/**
 * Limits how much V8 optimises while a check may still be short. Half of the CPU time of a check of half a second would
 * otherwise be spent on optimising code that hardly runs, and a tenth of that of three seconds. The options apply to the process and are part of the key of
 * every code cache, so they are set only after everything is loaded, and reset before code is kept.
 */
export class V8Effort {
  private readonly options: readonly Option[];
  private timer: NodeJS.Timeout | undefined;
  private isBuilding = false;

  constructor(version = process.versions.v8, given: readonly string[] = givenOptions()) {
    const known = OPTIONS[version.split('.').slice(0, 2).join('.')] ?? [];
    const areGiven = known.some(([name]) => given.some((each) => each.replaceAll('_', '-').includes(name)));
    this.options = areGiven ? [] : known;
  }

  /**
   * Limits it until `reset`, while a program is built. A build runs much code, and most of it for a few hundredths of a
   * second.
   */
  limitBuild(): void {
    if (this.options.length === 0) return;
    this.set(([, , , build]) => build);
    this.isBuilding = true;
  }

  /** Limits it until the process has used some seconds of CPU time, or until `reset`. */
  limit(): void {
    if (this.timer !== undefined || this.options.length === 0) return;
    this.isBuilding = false;
    this.set(([, , check]) => check);
    const before = process.cpuUsage();
    this.timer = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (user + system >= 1e6 * SHORT_SECONDS) this.reset();
    }, POLL_MS);
    this.timer.unref();
  }

  /** Restores the defaults. */
  reset(): void {
    if (this.timer === undefined && !this.isBuilding) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.isBuilding = false;
    this.set(([, standard]) => standard);
  }

  private set(valueOf: (option: Option) => number): void {
    // Loaded on first use, as in short commands nothing else needs it.
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    for (const option of this.options) setFlagsFromString(`--${option[0]}=${valueOf(option)}`);
  }
}

/** Returns the options that Node was started with: V8's own may be among them. */
export function givenOptions(): readonly string[] {
  const { NODE_OPTIONS: more = '' } = process.env;
  return more === '' ? process.execArgv : [...process.execArgv, more];
}
