import { accountDeletionsIn } from '#shared/accounts/deletion/store/account-deletions.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import { createContext } from '#shared/aws/context.ts';
import { fileStore, objectStore } from '#shared/aws/object-stores.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { licencesIn } from '#shared/licences/store/licences.ts';
import { teamsIn } from '#shared/licences/store/teams.ts';
import { waitingMailsOf } from '#shared/mail/vendors/waiting-mails.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, dynamo, accounts, attribution, analysis } = createContext(host);
  return {
    now,
    random,
    tasks: tasksIn(accounts(), { now }),
    queues: queueSender(env, host),
    users: usersIn(accounts()),
    licences: licencesIn(accounts(), { now }),
    teams: teamsIn(accounts(), { now }),
    accountDeletions: accountDeletionsIn(accounts(), { now }),
    files: fileStore(env),
    exportFiles: objectStore(env),
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
