import type { Context } from '#shared/aws/context.ts';
import { codesIn } from './store/codes.ts';
import { messengerOf } from './vendors/messenger-of.ts';

export const codes = ({ accounts, now, secrets }: Context) => codesIn(accounts(), { now, secrets });
export const messenger = ({ env, secrets }: Context) => messengerOf(env, secrets);
export const phoneCodes = ({ env }: Context) => ({
  countries: env.PHONE_COUNTRIES,
  perHour: env.PHONE_CODES_PER_HOUR,
});
