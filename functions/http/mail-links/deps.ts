import { jwtTokens } from '#shared/accounts/sign-in/vendors/jwt-tokens.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import { activityLogIn } from '#shared/activity/store/activity-log.ts';
import { createContext } from '#shared/aws/context.ts';
import { fileStore, objectStore } from '#shared/aws/object-stores.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { teamsIn } from '#shared/licences/store/teams.ts';
import { frontEndAt } from '#shared/mail/front-end.ts';
import { mailLinksAt } from '#shared/mail/mail-links.ts';
import { mailPreferencesIn } from '#shared/mail/store/mail-preferences.ts';
import { notificationsIn } from '#shared/notifications/store/notifications.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, secrets, accounts } = createContext(host);
  return {
    now,
    users: usersIn(accounts()),
    tokens: jwtTokens({ secrets, issuer: env.JWT_ISSUER, now }),
    notifications: notificationsIn(accounts(), { now }),
    mailPreferences: mailPreferencesIn(accounts(), { now }),
    activityLog: activityLogIn(accounts()),
    teams: teamsIn(accounts(), { now }),
    secrets,
    exportFiles: objectStore(env),
    teamSeats: env.PARTNER_TEAM_SEATS,
    mailLinks: mailLinksAt(env.API_BASE_URL, secrets),
    files: fileStore(env),
    frontEnd: frontEndAt(env.FRONT_END_BASE_URL, env.FRONT_END_PATHS),
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
