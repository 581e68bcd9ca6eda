import { newWorld, startApp, type TestApp, type World } from '#test/harness.ts';
import { type Call, type Fault, faultModes } from '#test/outgoing.ts';

export type Scenario<C, A> = {
  /** Configuration that is not to have the tests' own value. */
  env?: Record<string, string>;
  /** Sets the scene, without faults. Runs anew for every fault. */
  prepare(app: TestApp): Promise<C>;
  /** What a client or a stream does, once. It must be safe to repeat. */
  operation(app: TestApp, context: C): Promise<A>;
  /** Whether a client would take the answer for a success; a status below 500 unless told. */
  succeeded?(answer: A): boolean;
  /** The invariants, looked at after the operation has succeeded: `expect` whatever must hold, after this fault. */
  check(app: TestApp, context: C, answer: A, fault?: Fault): Promise<void>;
  /** The world that all runs share, one after another, their checks looking at their own user alone; a fresh one each unless told. */
  world?(): Promise<World>;
  /** Lets faults happen at the first so many calls only, where another test has the later ones. */
  callsTried?: number;
};

const maxTries = 4;
const words: Record<Fault['mode'], string> = {
  dies_before: 'the process died before call',
  dies_after: 'the process died after call',
  fails_before: 'without effect failed call',
  fails_after: 'the answer was lost of call',
};

/**
 * Runs an operation on the real engine with one fault: at every outgoing call in turn, before and after its effect,
 * with the process dying and living on. Then repeats it as a client would, in a new process, until it succeeds, and
 * checks the invariants. Answers the calls of an undisturbed run; throws naming the fault under which a check failed.
 */
export async function crashTest<C, A>(scenario: Scenario<C, A>): Promise<Call[]> {
  const undisturbed = await run(scenario);
  const everyCall = async (mode: Fault['mode']) => {
    for (let at = 1; at <= (scenario.callsTried ?? Number.POSITIVE_INFINITY); at++) {
      const { reached } = await run(scenario, { at, mode });
      if (!reached) break;
    }
  };
  // Worlds of their own are tried side by side: engine and tests wait for one another less.
  if (scenario.world) for (const mode of faultModes) await everyCall(mode);
  else for (const end of await Promise.allSettled(faultModes.map(everyCall))) throwRejected(end);
  return undisturbed.calls;
}

async function run<C, A>(
  scenario: Scenario<C, A>,
  fault?: Fault,
): Promise<{ calls: Call[]; reached: boolean }> {
  const world = await (scenario.world ?? newWorld)();
  const { env = {} } = scenario;
  const context = await scenario.prepare(await startApp(world, { env }));
  const first = await startApp(world, { env, ...(fault && { fault }) });
  const succeeded = scenario.succeeded ?? isSuccess;
  let app = first;
  let answer = await attempt(() => scenario.operation(app, context));
  for (let tries = 1; !('value' in answer && succeeded(answer.value)) && tries < maxTries; tries++) {
    // Time passes before a client repeats; a lease left by a dead worker runs out meanwhile.
    world.clock.now += 61_000;
    app = await first.restart();
    answer = await attempt(() => scenario.operation(app, context));
  }
  const reached = fault !== undefined && first.calls.length >= fault.at;
  if (reached || !fault) {
    try {
      if (!('value' in answer)) throw answer.error;
      await scenario.check(await first.restart(), context, answer.value, fault);
    } catch (error) {
      const call = fault && first.calls[fault.at - 1];
      const where = call
        ? `${words[fault.mode]} ${fault.at} (${call.by}: ${call.operation} ${call.table ?? ''})`
        : 'nothing went wrong';
      throw new Error(`When ${where}: ${(error as Error).message}`, { cause: error });
    }
  }
  return { calls: first.calls, reached };
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
