import type { Context } from '#shared/aws/context.ts';
import { dayKeysIn } from './store/day-keys.ts';
import { destinationsIn } from './store/destinations.ts';
import { keptMatchKeysIn } from './store/kept-match-keys.ts';
import { matchKeysIn } from './store/match-keys.ts';
import { visitsIn } from './store/visits.ts';

export const dayKeys = ({ transient, now }: Context) => dayKeysIn(transient(), { now });
export const destinations = ({ attribution, now }: Context) => destinationsIn(attribution(), { now });
export const keptMatchKeys = ({ attribution }: Context) => keptMatchKeysIn(attribution());
export const matchKeys = ({ attribution, once }: Context) => matchKeysIn(attribution(), { dayKeys: once(dayKeys) });
export const visits = ({ once }: Context) => visitsIn(once(dayKeys));
