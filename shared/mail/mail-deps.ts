import type { createContext } from '#shared/aws/context.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { mailLogIn } from './store/mail-log.ts';
import { mailPreferencesIn } from './store/mail-preferences.ts';
import { suppressionsIn } from './store/suppressions.ts';

export const mailDepsOf = ({
  now,
  accounts,
}: Pick<ReturnType<typeof createContext>, 'now' | 'accounts'>) => ({
  limits: rateLimitsIn(accounts(), { now }),
  suppressions: suppressionsIn(accounts(), { now }),
  mailPreferences: mailPreferencesIn(accounts(), { now }),
  mailLog: mailLogIn(accounts(), { now }),
});
