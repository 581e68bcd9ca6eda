import type { Context } from '#shared/aws/context.ts';
import { deadEffectsIn } from './store/dead-effects.ts';
import { receiptsIn } from './store/receipts.ts';

export const deadEffects = ({ accounts, now }: Context) => deadEffectsIn(accounts(), { now });
export const receipts = ({ accounts, now }: Context) => receiptsIn(accounts(), { now });
export const liteDiscoveriesPerHour = ({ env }: Context) => env.LITE_DISCOVERIES_PER_HOUR;
