import type { Context } from '#shared/aws/context.ts';
import { limits } from '#shared/limits/needs.ts';
import { frontEndAt } from './front-end.ts';
import { mailLinksAt } from './mail-links.ts';
import { mailLogIn } from './store/mail-log.ts';
import { mailOrdersIn } from './store/mail-orders.ts';
import { mailPreferencesIn } from './store/mail-preferences.ts';
import { suppressionsIn } from './store/suppressions.ts';
import { mailerOf } from './vendors/mailer-of.ts';

export const frontEnd = ({ env }: Context) => frontEndAt(env.FRONT_END_BASE_URL, env.FRONT_END_PATHS);
export const mailer = ({ env, host }: Context) => mailerOf(env, host);
export const mailLinks = ({ env, secrets }: Context) => mailLinksAt(env.API_BASE_URL, secrets);
export const mailLog = ({ accounts, now }: Context) => mailLogIn(accounts(), { now });
export const mailOrders = ({ accounts, now }: Context) => mailOrdersIn(accounts(), { now });
export const mailPreferences = ({ accounts, now }: Context) => mailPreferencesIn(accounts(), { now });
export const suppressions = ({ accounts, now }: Context) => suppressionsIn(accounts(), { now });

/** Who may get mail, how often, and what was sent. */
export const mailNeeds = { limits, suppressions, mailPreferences, mailLog };
