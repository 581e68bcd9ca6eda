import { seeded } from '#lib/tools/simulate/seeded.ts';
import { startApp, type TestApp } from '#test/kit/harness.ts';
import { type Call, type Fault, faultModes, type Trace } from '#test/kit/outgoing.ts';
import { isNight } from '#test/kit/tier.ts';
import { isGuard } from './guards.ts';
import { listsOnly, noteInjected, observed } from './observed.ts';
import { type Preparation, type Scene, scenesOf } from './prepared-once.ts';

export type Scenario<C, A> = Preparation<C> & {
  operation(app: TestApp, context: C): Promise<A>;
  /** The operation succeeded if its status is below 500, unless this function decides otherwise. */
  succeeded?(answer: A): boolean;
  check(app: TestApp, context: C, answer: A, faults: readonly Fault[]): Promise<void>;
  /** Only this many calls fail; another test covers the later calls. */
  callsTried?: number;
  /** The client may also meet a second fault, or retry at once while leases of a dead worker are valid. */
  alsoTries?: readonly Extra[];
  abandoned?(app: TestApp, context: C, answer: A | null, faults: readonly Fault[]): Promise<void>;
};

type Extra = 'two_faults' | 'repeat_at_once';
/** The number of the second fault counts from the first fault, in the same process or the next. */
type Plan = { faults: readonly Fault[]; client: 'repeats' | 'repeats_at_once' | 'gives_up' };

const maxTries = 5;
/** At most this many runs of each extra kind are drawn at random, by `CRASH_SEED`. */
const maxRuns = Number(process.env.CRASH_RUNS ?? (isNight ? 8 : 3));
const seed = Number(process.env.CRASH_SEED ?? 1);
const secondWithin = 6;
/** A read has no effect, so its faults are the same before and after. */
const reads = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan']);
const words: Record<Fault['mode'], string> = {
  dies_before: 'the process died before call',
  dies_after: 'the process died after call',
  fails_before: 'without effect failed call',
  fails_after: 'the answer was lost of call',
};

/**
 * A fault hits every call in turn: before and after its effect, with the process dying or surviving. Then a
 * new process retries until success. Equal cases run once. By day, most files try one fault of each call.
 */
export async function crashTest<C, A>(scenario: Scenario<C, A>): Promise<Call[]> {
  const withScene = scenesOf(scenario);
  const tried = (plan: Plan) => withScene((scene) => run(scenario, scene, plan));
  const undisturbed = await tried({ faults: [], client: 'repeats' });
  const { calls, traces } = undisturbed;
  if (calls.length === 0) throw new Error('The operation made no call, so nothing fails: it must use the app that it is given.');
  if (listsOnly) return calls;
  const { callsTried = Number.POSITIVE_INFINITY } = scenario;
  const single = (at: number, mode: Fault['mode']) => tried({ faults: [{ at, mode }], client: 'repeats' });

  const deathAt = async (at: number) => {
    if (writes(calls[at - 1])) {
      const after = await single(at, 'dies_after');
      // Then the death after the last call left the same state.
      if (isContinued(traces, at) && !after.isAnswered) return;
    }
    await single(at, 'dies_before');
  };
  const isWhole = isNight || isGuard(expect.getState().testPath ?? '');
  const beyond = async () => {
    for (let at = calls.length + 1; at <= callsTried; at++) {
      if (!(await single(at, 'dies_before')).isReached) break;
      for (const mode of isWhole ? faultModes : []) await single(at, mode);
    }
  };
  const casesAt = (at: number) => [
    () => deathAt(at),
    ...(isRepeatedUnseen(calls, traces, at) ? [] : [() => single(at, 'fails_before')]),
    ...(writes(calls[at - 1]) ? [() => single(at, 'fails_after')] : []),
  ];
  const cases = [
    ...range(Math.min(calls.length, callsTried)).flatMap((at) => {
      const ways = casesAt(at);
      const first = (at + seed) % ways.length;
      return isWhole ? ways : ways.slice(first, first + 1);
    }),
    beyond,
    ...planned(scenario, undisturbed).map((plan) => () => tried(plan)),
  ].reverse();
  const lanes = range(scenario.world ? 1 : 4).map(async () => {
    for (let next = cases.pop(); next; next = cases.pop()) await next();
  });
  for (const end of await Promise.allSettled(lanes)) throwRejected(end);
  return calls;
}

const writes = (call: Call | undefined) => !reads.has(call?.operation ?? '');

/** The client repeats a failed call, so the service does not see the failure. */
const isRepeatedUnseen = (calls: readonly Call[], traces: readonly Trace[], at: number) =>
  calls[at - 1]?.table !== undefined && traces[at - 1]?.isAlone === true;

function isContinued(traces: readonly Trace[], at: number): boolean {
  const [last, own] = [traces[at - 2], traces[at - 1]];
  return last !== undefined && own !== undefined && own.work !== null && own.work === last.work && last.isAlone && own.isAlone;
}

function planned<C, A>(
  { alsoTries = [], abandoned, callsTried = Number.POSITIVE_INFINITY }: Scenario<C, A>,
  { calls, traces }: Ran,
): Plan[] {
  const single = range(Math.min(calls.length, callsTried)).flatMap((at) => faultModes.map((mode) => ({ at, mode })));
  const double = single.flatMap((first) => range(secondWithin).flatMap((at) => faultModes.map((mode) => [first, { at, mode }])));
  const drawn = <T>(all: T[]) => {
    const random = seeded(seed);
    return all
      .map((one) => ({ one, order: random() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, maxRuns)
      .map(({ one }) => one);
  };
  const plans = (client: Plan['client'], faults: readonly Fault[][]) => drawn([...faults]).map((some): Plan => ({ client, faults: some }));
  const each = single.filter(({ at, mode }) => !(mode === 'fails_before' && isRepeatedUnseen(calls, traces, at))).map((fault) => [fault]);
  return [
    ...(alsoTries.includes('two_faults') ? plans('repeats', double) : []),
    ...(alsoTries.includes('repeat_at_once') ? plans('repeats_at_once', each) : []),
    ...(abandoned ? plans('gives_up', each) : []),
  ];
}

type Ran = { calls: Call[]; traces: Trace[]; isReached: boolean; isAnswered: boolean };

const range = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

async function run<C, A>(scenario: Scenario<C, A>, { world, context }: Scene<C>, plan: Plan): Promise<Ran> {
  const { faults, client } = plan;
  const [fault, second] = faults;
  const does = new Set<string>();
  const { env = {} } = scenario;
  const later = fault && second ? [{ at: fault.at + second.at, mode: second.mode }] : [];
  const first = await startApp(world, { env, fault: [...(fault ? [fault] : []), ...later] });
  const succeeded = scenario.succeeded ?? isSuccess;
  let answer = await attempt(() => scenario.operation(fault ? first : observed(first, does), context));
  const isAnswered = 'value' in answer && succeeded(answer.value);
  const calls = [...first.calls];
  for (let tries = 1; !('value' in answer && succeeded(answer.value)) && tries < maxTries; tries++) {
    if (client === 'gives_up') break;
    // A lease of a dead worker expires before the client retries.
    if (client === 'repeats' || tries > 1) world.clock.now += 61_000;
    const shifted = later.map(({ at, mode }) => ({ at: at - calls.length, mode }));
    const app = await startApp(world, { env, fault: shifted });
    answer = await attempt(() => scenario.operation(app, context));
    calls.push(...app.calls);
  }
  if (!fault) noteInjected(does, first.calls.slice(0, scenario.callsTried));
  const isReached = fault !== undefined && first.calls.length >= fault.at;
  if (isReached || !fault) {
    try {
      if (client === 'gives_up') {
        world.clock.now += 61_000;
        const got = 'value' in answer ? answer.value : null;
        await scenario.abandoned?.(await first.restart(), context, got, faults);
      } else {
        if (!('value' in answer)) throw answer.error;
        await scenario.check(await first.restart(), context, answer.value, faults);
      }
    } catch (error) {
      const message = `${wordsOf(plan, calls)}: ${(error as Error).message}`;
      throw new Error(`When ${message}`, { cause: error });
    }
  }
  return { calls: first.calls, traces: first.traces, isReached, isAnswered };
}

function wordsOf({ faults: [fault, second], client }: Plan, calls: readonly Call[]): string {
  if (!fault) return 'nothing went wrong';
  const at = (place: number, mode: Fault['mode']) => {
    const call = calls[place - 1];
    return `${words[mode]} ${place} (${call?.by}: ${call?.operation} ${call?.table ?? ''})`;
  };
  return [
    at(fault.at, fault.mode),
    ...(second ? [at(fault.at + second.at, second.mode)] : []),
    ...(client === 'repeats' ? [] : [client === 'gives_up' ? 'nobody repeated it' : 'it was repeated at once']),
  ].join(', and ');
}

async function attempt<A>(operation: () => Promise<A>): Promise<{ value: A } | { error: unknown }> {
  try {
    return { value: await operation() };
  } catch (error) {
    return { error };
  }
}

function throwRejected(end: PromiseSettledResult<void>) {
  if (end.status === 'rejected') throw end.reason;
}

const isSuccess = (answer: unknown) =>
  typeof answer !== 'object' || answer === null || !('status' in answer) || Number(answer.status) < 500;
