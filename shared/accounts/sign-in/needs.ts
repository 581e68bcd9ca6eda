import type { Context } from '#shared/aws/context.ts';
import { invalidationsIn } from './store/invalidations.ts';
import { resetRequestsIn } from './store/reset-requests.ts';
import { usedTokensIn } from './store/used-tokens.ts';
import { deckTokens as deckTokensOf } from './vendors/deck-tokens.ts';
import { identityProviderOf } from './vendors/identity-provider-of.ts';
import { identityTokensOf } from './vendors/identity-tokens-of.ts';
import { jwtTokens } from './vendors/jwt-tokens.ts';

export const tokens = ({ env, now, secrets }: Context) => jwtTokens({ secrets, issuer: env.JWT_ISSUER, now });
export const deckTokens = ({ env, now, secrets }: Context) => deckTokensOf({ secrets, issuer: env.JWT_ISSUER, now });
export const identityTokens = ({ env, host, now }: Context) => identityTokensOf(env, host, now);
export const identityProvider = ({ env, host, secrets }: Context) => identityProviderOf(env, host, secrets);
export const usedTokens = ({ accounts }: Context) => usedTokensIn(accounts());
export const resetRequests = ({ accounts, now }: Context) => resetRequestsIn(accounts(), { now });
export const invalidations = ({ accounts }: Context) => invalidationsIn(accounts());
