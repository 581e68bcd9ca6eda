import { mailPreferencesIn } from '#shared/data/mail-preferences.ts';
import { nudgesIn } from '#shared/data/nudges.ts';
import { suppressionsIn } from '#shared/data/suppressions.ts';
import { usersIn } from '#shared/data/users.ts';
import { mailLinksAt } from '#shared/mails/mail-links.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { mailerOf } from '#shared/make-deps/mailer-of.ts';
import { queueSender } from '#shared/make-deps/sending.ts';

/** The dependencies of the worker of nudge e-mails. */
export function makeDeps(host: Host = {}) {
  const { env, now, random, secrets, accounts } = leanBase(host);
  return {
    now,
    users: usersIn(accounts()),
    nudges: nudgesIn(accounts(), { now }),
    suppressions: suppressionsIn(accounts(), { now }),
    mailPreferences: mailPreferencesIn(accounts(), { now }),
    mailLinks: mailLinksAt(env.API_BASE_URL, secrets),
    // A call that is repeated after a lost answer would be a second mail.
    mailer: mailerOf(env, host, { maxAttempts: 1 }),
    queues: queueSender(env, host),
    random,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
