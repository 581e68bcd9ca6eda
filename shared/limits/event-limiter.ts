import { isAhead } from '#shared/values/ahead.ts';
import { setBounded } from '#shared/values/bounded.ts';

export type EventLimit = { perSecond: number; burst: number };

export type Consumed = {
  isAllowed: boolean;
  limit: EventLimit;
  remaining: number;
  resetSeconds: number;
  retryAfterSeconds: number;
};

/** The counter's value is the time at which it has drained. */
export type Charge = (key: string, events: number, limit: EventLimit, seenUntil: number) => Promise<{ isCharged: boolean; until: number }>;

export type EventLimiter = {
  consume(key: string, events: number, owner?: number): Promise<Consumed>;
};

type Settings = {
  limit: EventLimit;
  charge: Charge;
  ownLimit?: (owner: number) => Promise<EventLimit>;
  now: () => number;
  onFailure: (error: Error) => void;
};

type Bucket = {
  backlog: number;
  unreported: number;
  at: number;
  sharedUntil: number;
  perSecond: number;
  turn?: Promise<unknown>;
};

const maxBuckets = 5000;
const maxOwners = 1000;
const ownLimitCacheMs = 30_000;
/** A request waits at most this long for the store, which is then not called for `pauseMs`. */
const patienceMs = 200;
const pauseMs = 5000;
const epsilon = 1e-6;

/** A shared counter takes some 50 reports a second. */
export const freeShare = ({ perSecond, burst }: EventLimit): EventLimit => ({
  burst: Math.max(20, Math.ceil(Math.max(burst / 100, perSecond / 50))),
  perSecond: Math.max(1, perSecond / 100),
});

/**
 * P processes admit at most `burst + free.burst + perSecond * t + P * (free.burst + free.perSecond * t)`
 * events in t seconds. The event beyond the free share reports all to a shared counter, in one write.
 */
export function eventLimiter({ limit, charge, ownLimit, now, onFailure }: Settings): EventLimiter {
  const buckets = new Map<string, Bucket>();
  const owners = new Map<number, { limit: EventLimit; until: number }>();
  let offUntil = 0;

  async function fromStore<T>(work: () => Promise<T>): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The store did not respond in time.')), patienceMs);
    });
    try {
      return await Promise.race([work(), timeout]);
    } catch (error) {
      offUntil = now() + pauseMs;
      onFailure(error as Error);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  async function refreshLimit(owner: number): Promise<void> {
    const ownRate = await fromStore(async () => ownLimit?.(owner) ?? limit);
    if (ownRate) setBounded(owners, owner, { limit: ownRate, until: now() + ownLimitCacheMs }, maxOwners);
  }

  function look(key: string, owner: number) {
    const at = now();
    const cached = owners.get(owner);
    const applied = cached?.limit ?? limit;
    const free = freeShare(applied);
    const bucket = drained(buckets.get(key), at, applied, free);
    setBounded(buckets, key, bucket, maxBuckets);
    const isOff = isAhead(offUntil, at, pauseMs);
    if (isOff) Object.assign(bucket, { unreported: 0, sharedUntil: 0 });
    const isLimitKnown = !ownLimit || (cached !== undefined && isAhead(cached.until, at, ownLimitCacheMs));
    return { at, bucket, applied, free, isOff, isLimitKnown };
  }

  function decide({ at, bucket, applied, free, isOff, isLimitKnown }: ReturnType<typeof look>, events: number): Consumed | undefined {
    const state = stateOf(bucket, events, applied, at);
    if (!state.isAllowed) return isOff || isLimitKnown ? state : undefined;
    if (!isOff && bucket.unreported + events >= free.burst) return undefined;
    bucket.backlog += events;
    if (!isOff) bucket.unreported += events;
    return { ...stateOf(bucket, 0, applied, at), isAllowed: true };
  }

  async function decideWithStore(key: string, events: number, owner: number): Promise<Consumed> {
    for (;;) {
      const state = look(key, owner);
      const decided = decide(state, events);
      if (decided) return decided;
      const { at, bucket, applied, isLimitKnown } = state;
      if (!isLimitKnown) {
        await refreshLimit(owner);
        continue;
      }
      const reported = bucket.unreported;
      bucket.backlog += events;
      const charged = await fromStore(() => charge(key, reported + events, applied, bucket.sharedUntil));
      if (charged) bucket.sharedUntil = charged.until;
      if (charged?.isCharged === false) {
        bucket.backlog = Math.max(0, bucket.backlog - events);
        return { ...stateOf(bucket, events, applied, at), isAllowed: false };
      }
      bucket.unreported = Math.max(0, bucket.unreported - reported);
      return { ...stateOf(bucket, 0, applied, at), isAllowed: true };
    }
  }

  return {
    async consume(key, events, owner = 0) {
      const state = look(key, owner);
      const decided = decide(state, events);
      if (decided) return decided;
      // A key's requests run in turn, so at most its free burst of events is unreported.
      const { bucket } = state;
      const turn = (bucket.turn ?? Promise.resolve()).then(() => decideWithStore(key, events, owner));
      bucket.turn = turn;
      return await turn;
    },
  };
}

function drained(bucket: Bucket | undefined, at: number, limit: EventLimit, free: EventLimit): Bucket {
  const { perSecond } = limit;
  if (!bucket) return { backlog: 0, unreported: 0, at, sharedUntil: 0, perSecond };
  const seconds = Math.max(0, at - bucket.at) / 1000;
  bucket.backlog = Math.max(0, bucket.backlog - seconds * perSecond);
  bucket.unreported = Math.max(0, bucket.unreported - seconds * free.perSecond);
  bucket.at = at;
  // Each rate has a counter of its own, because a counter measures time and not events.
  if (bucket.perSecond !== perSecond) Object.assign(bucket, { perSecond, sharedUntil: 0 });
  return bucket;
}

function stateOf({ backlog, unreported, sharedUntil }: Bucket, events: number, limit: EventLimit, at: number): Consumed {
  const { burst, perSecond } = limit;
  const capacity = sharedCapacity(limit);
  const isBusy = isAhead(sharedUntil, at, (capacity * 1000) / perSecond);
  const shared = isBusy ? ((sharedUntil - at) / 1000) * perSecond : 0;
  const remainingEvents = Math.min(burst - backlog, capacity - shared - unreported) + epsilon;
  const remaining = Math.max(0, Math.floor(remainingEvents));
  return {
    isAllowed: remainingEvents >= events,
    limit,
    remaining,
    resetSeconds: Math.max(1, Math.ceil((burst - remaining) / perSecond)),
    retryAfterSeconds: Math.max(1, Math.ceil((events - remainingEvents) / perSecond)),
  };
}

/** Events reported late also drain late, so the capacity includes a free burst. */
export const sharedCapacity = (limit: EventLimit) => limit.burst + freeShare(limit).burst;
