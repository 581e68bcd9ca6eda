import type { Context } from '#shared/aws/context.ts';
import { tokenBuckets } from '#shared/limits/token-buckets.ts';
import { saleMemory as newSaleMemory } from './sale-memory.ts';
import { saleReads } from './sales-counted-twice.ts';
import { activityIn } from './store/activity.ts';
import { activityNamesIn } from './store/activity-names.ts';
import { recountsIn } from './store/recounts.ts';
import { streamScaleIn } from './store/stream-scale.ts';
import { totalsIn } from './store/totals.ts';

/** Counters of an account are spread by its load, which all stores of a function learn together. */
export const scale = ({ attribution, now }: Context) => streamScaleIn(attribution(), { now });
export const activity = ({ attribution, now, once }: Context) => activityIn(attribution(), { now, scale: once(scale) });
export const activityNames = ({ attribution, now }: Context) => activityNamesIn(attribution(), { now });
export const recounts = ({ attribution, now }: Context) => recountsIn(attribution(), { now });
export const totals = ({ attribution, now, once }: Context) => totalsIn(attribution(), { now, scale: once(scale) });
export const saleMemory = () => newSaleMemory();
export const takeSaleReads = ({ now }: Context) => tokenBuckets({ ...saleReads, now });
