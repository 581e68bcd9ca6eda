import type { Context } from '#shared/aws/context.ts';
import { destinationsIn } from '#shared/destinations/store/destinations.ts';
import { boundedCache } from '#shared/values/bounded.ts';

const cacheSize = 1000;

/** A destination that begins to collect counts the orders of the time that its `holds_from` says. */
export const cachedDestinations = ({ attribution, env, now }: Context) =>
  boundedCache(destinationsIn(attribution(), { now }).list, { now, ms: env.KEY_CACHE_SECONDS * 1000, size: cacheSize }).get;
