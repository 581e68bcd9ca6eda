import { signedSender } from '#shared/adapters/signed-sender.ts';
import { accountDeletionsIn } from '#shared/data/account-deletions.ts';
import { licencesIn } from '#shared/data/licences.ts';
import { tableScan } from '#shared/data/table-scan.ts';
import { tasksIn } from '#shared/data/tasks.ts';
import { teamsIn } from '#shared/data/teams.ts';
import { usersIn } from '#shared/data/users.ts';
import { leanBase, signed } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { fileStore } from '#shared/make-deps/sending.ts';

/** The dependencies of the worker that erases accounts. */
export function makeDeps(host: Host = {}) {
  const { env, now, random, dynamo, accounts, attribution, analysis } = leanBase(host);
  return {
    now,
    random,
    tasks: tasksIn(accounts(), { now }),
    queues: signedSender(signed(host, 'SQS'), env.QUEUE_URLS),
    users: usersIn(accounts()),
    licences: licencesIn(accounts(), { now }),
    teams: teamsIn(accounts(), { now }),
    accountDeletions: accountDeletionsIn(accounts(), { now }),
    files: fileStore(env),
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
