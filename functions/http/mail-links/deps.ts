import { activityLog, depsOf, files, objects, tokens, users } from '#functions/deps.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { teamsIn } from '#shared/licences/store/teams.ts';
import { frontEndAt } from '#shared/mail/front-end.ts';
import { mailLinksAt } from '#shared/mail/mail-links.ts';
import { mailPreferencesIn } from '#shared/mail/store/mail-preferences.ts';
import { notificationsIn } from '#shared/notifications/store/notifications.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, secrets, accounts } = context;
  return {
    ...depsOf(context, { users, tokens, activityLog, exportFiles: objects, files }),
    notifications: notificationsIn(accounts(), { now }),
    mailPreferences: mailPreferencesIn(accounts(), { now }),
    teams: teamsIn(accounts(), { now }),
    teamSeats: env.PARTNER_TEAM_SEATS,
    mailLinks: mailLinksAt(env.API_BASE_URL, secrets),
    frontEnd: frontEndAt(env.FRONT_END_BASE_URL, env.FRONT_END_PATHS),
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
