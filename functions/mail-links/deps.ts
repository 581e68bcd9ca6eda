import { jwtTokens } from '#shared/adapters/jwt-tokens.ts';
import { mailPreferencesIn } from '#shared/data/mail-preferences.ts';
import { notificationsIn } from '#shared/data/notifications.ts';
import { teamsIn } from '#shared/data/teams.ts';
import { usersIn } from '#shared/data/users.ts';
import { frontEndAt } from '#shared/mails/front-end.ts';
import { mailLinksAt } from '#shared/mails/mail-links.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { fileStore, objectStore } from '#shared/make-deps/sending.ts';

/** The dependencies of what the links in our mails lead to. Costs no call. */
export function makeDeps(host: Host = {}) {
  const { env, now, secrets, accounts } = leanBase(host);
  return {
    now,
    users: usersIn(accounts()),
    tokens: jwtTokens({ secrets, issuer: env.JWT_ISSUER, now }),
    notifications: notificationsIn(accounts(), { now }),
    mailPreferences: mailPreferencesIn(accounts(), { now }),
    teams: teamsIn(accounts(), { now }),
    exportFiles: objectStore(env),
    teamSeats: env.PARTNER_TEAM_SEATS,
    mailLinks: mailLinksAt(env.API_BASE_URL, secrets),
    files: fileStore(env),
    frontEnd: frontEndAt(env.FRONT_END_BASE_URL, env.FRONT_END_PATHS),
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
