import { accountDeletions } from '#shared/accounts/deletion/needs.ts';
import { users } from '#shared/accounts/needs.ts';
import type { Context } from '#shared/aws/context.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { files, objects, queues } from '#shared/aws/needs.ts';
import { licences, teams } from '#shared/licences/needs.ts';
import { waitingMailsOf } from '#shared/mail/vendors/waiting-mails.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { accountTasks } from '#shared/tasks/needs.ts';

const scan = ({ env, dynamo }: Context) => ({
  accounts: tableScan(env.TABLE_ACCOUNTS, dynamo),
  attribution: tableScan(env.TABLE_ATTRIBUTION, dynamo),
  analysis: tableScan(env.TABLE_ANALYSIS, dynamo),
  transient: tableScan(env.TABLE_TRANSIENT, dynamo),
});
const sizes = () => ({ pageItems: 500 });
const tables = ({ accounts, attribution, analysis, transient }: Context) => ({
  accounts: accounts(),
  attribution: attribution(),
  analysis: analysis(),
  transient: transient(),
});
const waitingMails = ({ env, host }: Context) => waitingMailsOf(env, host);

export const needs = {
  accountDeletions,
  exportFiles: objects,
  files,
  licences,
  queues,
  scan,
  sizes,
  tables,
  tasks: accountTasks,
  teams,
  users,
  waitingMails,
};
export type Deps = DepsOf<typeof needs>;
