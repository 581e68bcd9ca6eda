import { accountTasks, depsOf, files, licences, objects, queues, users } from '#functions/deps.ts';
import { accountDeletionsIn } from '#shared/accounts/deletion/store/account-deletions.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { teamsIn } from '#shared/licences/store/teams.ts';
import { waitingMailsOf } from '#shared/mail/vendors/waiting-mails.ts';
import { tableScan } from '#shared/store/table-scan.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, dynamo, accounts, attribution, analysis } = context;
  return {
    ...depsOf(context, { tasks: accountTasks, queues, users, licences, files, exportFiles: objects }),
    teams: teamsIn(accounts(), { now }),
    accountDeletions: accountDeletionsIn(accounts(), { now }),
    waitingMails: waitingMailsOf(env, host),
    tables: { accounts: accounts(), attribution: attribution(), analysis: analysis() },
    scan: {
      accounts: tableScan(env.TABLE_ACCOUNTS, dynamo),
      attribution: tableScan(env.TABLE_ATTRIBUTION, dynamo),
      analysis: tableScan(env.TABLE_ANALYSIS, dynamo),
    },
    sizes: { pageItems: 500 },
  };
}

export type Deps = ReturnType<typeof makeDeps>;
