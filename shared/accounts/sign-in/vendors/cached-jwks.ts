import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { hours } from '#shared/values/durations.ts';

type Settings = {
  load: () => Promise<JSONWebKeySet>;
  /** The time is in epoch milliseconds. */
  now: () => number;
};
type FindKey = JWTVerifyGetKey;

const freshMs = 600_000;
const maxOldMs = hours(1);
const betweenReloadsMs = 30_000;

/** An unknown key reloads the key set, at most once in thirty seconds. Cached keys work for an hour without a load. */
export function cachedJwks({ load, now }: Settings): FindKey {
  let cachedKeys: { find: FindKey; at: number } | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  let loading: Promise<FindKey> | undefined;

  const reload = () => {
    loading ??= (async () => {
      triedAt = now();
      try {
        cachedKeys = { find: createLocalJWKSet(await load()), at: triedAt };
        failure = undefined;
        return cachedKeys.find;
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        loading = undefined;
      }
    })();
    return loading;
  };
  const mayReload = () => loading !== undefined || now() >= triedAt + betweenReloadsMs;

  async function current(): Promise<FindKey> {
    const age = cachedKeys ? now() - cachedKeys.at : Number.POSITIVE_INFINITY;
    if (!cachedKeys || age >= maxOldMs) return await reload();
    const { find } = cachedKeys;
    return age >= freshMs && mayReload() ? await reload().catch(() => find) : find;
  }

  return async (header, token) => {
    const find = await current();
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (mayReload()) return await (await reload())(header, token);
      throw failure ?? error;
    }
  };
}
