import { usersIn } from '#shared/accounts/store/users.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { mailLinksAt } from '#shared/mail/mail-links.ts';
import { mailLogIn } from '#shared/mail/store/mail-log.ts';
import { mailPreferencesIn } from '#shared/mail/store/mail-preferences.ts';
import { suppressionsIn } from '#shared/mail/store/suppressions.ts';
import { mailerOf } from '#shared/mail/vendors/mailer-of.ts';
import { nudgesIn } from '#shared/notifications/store/nudges.ts';

/** The dependencies of the worker of nudge e-mails. */
export function makeDeps(host: Overrides = {}) {
  const { env, now, random, secrets, accounts } = createContext(host);
  return {
    now,
    users: usersIn(accounts()),
    nudges: nudgesIn(accounts(), { now }),
    suppressions: suppressionsIn(accounts(), { now }),
    mailLog: mailLogIn(accounts(), { now }),
    mailPreferences: mailPreferencesIn(accounts(), { now }),
    mailLinks: mailLinksAt(env.API_BASE_URL, secrets),
    // A call that is repeated after a lost answer would be a second mail.
    mailer: mailerOf(env, host, { maxAttempts: 1 }),
    queues: queueSender(env, host),
    random,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
