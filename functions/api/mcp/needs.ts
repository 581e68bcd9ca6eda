import type { Context } from '#shared/aws/context.ts';
import { countedTokens } from '#shared/limits/token-buckets.ts';

export const messageShare = { burst: 60, perSecond: 1 };

/** The function may not write to the store, so each process counts messages separately. */
export const takeMessage = ({ now }: Context) => countedTokens({ ...messageShare, now });
/** Behind a proxy, a machine may not reach its own public address. */
export const apiUrl = ({ env }: Context) => env.API_INTERNAL_URL || env.API_BASE_URL;
export const fetchOfHost = ({ host }: Context) => host.fetch ?? fetch;
