import type { Context } from '#shared/aws/context.ts';
import { userAgentReader } from './rules/user-agent.ts';
import { clickRulesIn } from './store/click-rules.ts';
import { dataCentresFrom } from './store/data-centres.ts';
import { networkKeysIn } from './store/network-keys.ts';

export const clickRules = ({ attribution }: Context) => clickRulesIn(attribution());
export const dataCentres = ({ env }: Context) => dataCentresFrom(env.DATA_CENTRES_FILE);
export const networkKeys = ({ attribution, now }: Context) => networkKeysIn(attribution(), now);
export const readUserAgent = () => userAgentReader();
export const ruleCacheSeconds = ({ env }: Context) => env.KEY_CACHE_SECONDS;
