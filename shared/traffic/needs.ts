import type { Context } from '#shared/aws/context.ts';
import { floodMemory } from './find-candidates.ts';
import { crowdFrom, flood } from './rules/recent-clicks.ts';
import { recentMemory } from './rules/recent-memory.ts';
import { recentClicksIn } from './store/recent-clicks.ts';

export const crowds = () => recentMemory({ withinMs: flood.withinMs, most: crowdFrom, subjects: 20_000 });
export const floods = () => floodMemory();
export const recentClicks = ({ attribution }: Context) => recentClicksIn(attribution());
