import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { serviceFunctions } from '#lib/cloud/functions.ts';
import type { Around } from './around.ts';
import { coldStart, type Row } from './cold-start.ts';
import { startHostProcess } from './host-process.ts';
import { operationsOn } from './operations.ts';
import { caughtUp, type Propagation, propagation } from './propagation.ts';
import { type Cell, cellOf, type Result, resultsOf, roundOf } from './rounds.ts';
import { type Scene, setScene } from './scene.ts';

export type Budget = {
  rounds: number;
  cellSeconds: number;
  warmUpSeconds: number;
  restSeconds: number;
  inFlight: readonly number[];
  singles: number;
  burst: number;
  coldStartRounds: number;
  coldStarts?: readonly string[];
};

export const budgets = {
  full: {
    rounds: 5,
    cellSeconds: 0.6,
    warmUpSeconds: 1,
    restSeconds: 0.2,
    inFlight: [1, 16, 64],
    singles: 20,
    burst: 5000,
    coldStartRounds: 9,
  },
  quick: {
    rounds: 3,
    cellSeconds: 0.1,
    warmUpSeconds: 0.3,
    restSeconds: 0.1,
    inFlight: [1, 16, 64],
    singles: 5,
    burst: 500,
    coldStartRounds: 3,
  },
} as const satisfies Record<string, Budget>;

export type Report = {
  machine: { node: string; platform: string; cores: number };
  budget: Budget;
  hostStartMs: number;
  operations: Result[];
  propagation: Propagation;
  coldStart: Row[];
};

export async function bench(budget: Budget, { signal, onStep }: Around): Promise<Report> {
  onStep('cold starts');
  const isTimed = ({ name }: { name: string }) => budget.coldStarts?.includes(name) ?? true;
  const coldStarts = await coldStart(budget.coldStartRounds, signal, serviceFunctions.filter(isTimed));
  onStep('starting the host');
  const host = await startHostProcess(signal);
  let scene: Scene | undefined;
  try {
    scene = await setScene(host);
    await caughtUp(scene);
    const operations = operationsOn(scene);
    const processes = { host: host.pid, engine: undefined };
    const { warmUpSeconds, cellSeconds, restSeconds, inFlight } = budget;
    const rest = () => delay(restSeconds * 1000);
    onStep('warming up');
    for (const operation of operations) {
      await cellOf(operation, { inFlight: Math.max(...inFlight), seconds: warmUpSeconds, processes });
      await rest();
    }
    const rounds: Cell[][] = [];
    for (let number = 0; number < budget.rounds; number++) {
      onStep(`round ${number + 1} of ${budget.rounds}`);
      rounds.push(await roundOf(operations, inFlight, { number, seconds: cellSeconds, processes, rest }));
    }
    onStep('from the answer to the report');
    return {
      machine: {
        node: process.version,
        platform: `${process.platform}-${process.arch}`,
        cores: availableParallelism(),
      },
      budget,
      hostStartMs: host.startMs,
      operations: resultsOf(operations, rounds),
      propagation: await propagation(scene, budget),
      coldStart: coldStarts,
    };
  } catch (error) {
    throw new Error(host.ended() ?? (error as Error).message, { cause: error });
  } finally {
    scene?.close();
    await host.stop();
  }
}
