import type { DepsOf, Needs } from '#shared/aws/deps-of.ts';
import { Unavailable } from '#shared/values/unavailable.ts';
import type { Batch, Change } from './stream-worker.ts';

/**
 * A projection makes one thing of the records of a stream. `run` tolerates a repeated record.
 * `after` names the projections that handle a record first; they are declared earlier.
 *
 * A record that `run` cannot digest is set aside, and the projection goes on. With `run_again`, a worker runs the
 * projection on the record as it is then stored. With `recount`, the projection counts: a second run could count
 * twice, so an operator orders a recount.
 */
export type Projection<N extends Needs = Needs> = {
  name: string;
  after: readonly string[];
  needs: N;
  run(batch: Batch, deps: DepsOf<N>): Promise<void>;
  onPoison: 'run_again' | 'recount';
};

export const defineProjection = <N extends Needs>(projection: Projection<N>): Projection<N> => projection;

/** `records` are of one account, and of a batch. */
export type Poison = { projection: Projection; records: readonly Change[]; error: Error };

/** A single record among 1,000 costs twenty runs. After this number, an account's records are set aside together. */
const maxIsolatingRuns = 40;

/**
 * The call runs every projection once, and again in parts where a record is poison. It returns the records that must
 * be set aside, and throws when the store or a queue is unavailable: then the stream repeats the batch.
 */
export async function runProjections(batch: Batch, projections: readonly Projection[], deps: DepsOf<Needs>): Promise<Poison[]> {
  const poison: Poison[] = [];
  const withheldBy = new Map<string, Promise<ReadonlySet<Change>>>();
  const runOne = async (projection: Projection): Promise<ReadonlySet<Change>> => {
    const earlier = await Promise.all(
      projection.after.map((name) => {
        const outcome = withheldBy.get(name);
        if (!outcome) throw new Error(`${projection.name} runs after ${name}, which is not declared before it.`);
        return outcome;
      }),
    );
    // A counting projection cannot be run again, so it counts a record that an earlier projection set aside.
    const withheld = new Set(projection.onPoison === 'recount' ? [] : earlier.flatMap((some) => [...some]));
    const changes = withheld.size === 0 ? batch.changes : batch.changes.filter((one) => !withheld.has(one));
    if (changes.length === 0) return withheld;
    for (const part of await poisonIn({ ...batch, changes }, projection, deps)) {
      poison.push(part);
      for (const record of part.records) withheld.add(record);
    }
    return withheld;
  };
  const outcomes = projections.map((projection) => {
    const outcome = runOne(projection);
    withheldBy.set(projection.name, outcome);
    return outcome;
  });
  for (const outcome of await Promise.allSettled(outcomes)) if (outcome.status === 'rejected') throw outcome.reason;
  return poison;
}

async function poisonIn(batch: Batch, projection: Projection, deps: DepsOf<Needs>): Promise<Poison[]> {
  const failureOf = async (changes: readonly Change[]): Promise<Error | null> => {
    try {
      await projection.run({ ...batch, changes }, deps);
      return null;
    } catch (error) {
      if (isOutage(error)) throw error;
      return error as Error;
    }
  };
  const poison: Poison[] = [];
  let runs = 0;
  const isolate = async (changes: readonly Change[], error: Error): Promise<void> => {
    const parts = partsOf(changes, runs < maxIsolatingRuns);
    for (const part of parts) {
      runs++;
      const failure = await failureOf(part);
      if (failure && parts.length === 1) poison.push({ projection, records: part, error });
      else if (failure) await isolate(part, failure);
    }
  };
  const failure = await failureOf(batch.changes);
  // Counters need the records of each account in order; accounts share no counter.
  if (failure) await isolate([...Map.groupBy(batch.changes, accountOf).values()].flat(), failure);
  return poison;
}

/** One part is an end: it runs once more, because an error may pass. */
function partsOf(changes: readonly Change[], inHalves: boolean): (readonly Change[])[] {
  if (changes.length === 1) return [changes];
  if (!inHalves) return [...Map.groupBy(changes, accountOf).values()];
  const middle = Math.ceil(changes.length / 2);
  return [changes.slice(0, middle), changes.slice(middle)];
}

/** Keys have the account after the kind, also if the item lacks the attribute. */
export function accountOf({ after }: Change): number {
  return Number(after?.accountId ?? after?.pk.split('#')[1]);
}

/** An error is the record's unless a part of the service, or the process, does not work. */
function isOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof Unavailable) return true;
  return false;
}
