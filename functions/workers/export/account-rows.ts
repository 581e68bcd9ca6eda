import { keyOf as keyOfDeletion } from '#shared/accounts/deletion/items.ts';
import { keyOf as keyOfAccounts } from '#shared/accounts/items.ts';
import { keyOf as keyOfActivity } from '#shared/activity/items.ts';
import { keyOf as keyOfAds } from '#shared/ads/items.ts';
import { keyOf as keyOfApiKeys } from '#shared/api-keys/items.ts';
import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf as keyOfAssistantAds } from '#shared/assistant-ads/items.ts';
import { keyOf as keyOfCompetitors } from '#shared/competitors/items.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { keyOf as keyOfCredits } from '#shared/credits/items.ts';
import { ledgerRowsOf } from '#shared/credits/store/daily-rows.ts';
import type { ExportRows } from '#shared/event-log/store/export-rows.ts';
import type { ExportOrder, ExportProgress } from '#shared/event-log/store/exports.ts';
import { keyOf as keyOfKeywordPlans } from '#shared/keyword-plans/items.ts';
import { keyOf as keyOfLicences } from '#shared/licences/items.ts';
import { keyOf as keyOfMail } from '#shared/mail/items.ts';
import { accountMails } from '#shared/messages/effects.ts';
import { keyOf as keyOfNotifications } from '#shared/notifications/items.ts';
import { keyOf as keyOfPrompts } from '#shared/prompts/items.ts';
import { keyOf as keyOfReclassification } from '#shared/reclassification/items.ts';
import { keyOf as keyOfReconciliation } from '#shared/reconciliation/items.ts';
import { keyOf as keyOfSpend } from '#shared/spend/items.ts';
import { type StoredDay, spendDaysIn } from '#shared/spend/store/spend-days.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import type { TableName } from '#shared/store/tables.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { keyOf as keyOfWebhooks } from '#shared/webhooks/items.ts';

export type AccountPage = { rows: object[]; cursor: NonNullable<ExportProgress['cursor']> };

type Tables = Record<TableName, Table>;
type Section = {
  name: string;
  table: TableName;
  pk(accountId: AccountId): string;
  prefix?: string;
  show?(item: Item): Record<string, unknown>;
  rows?(item: Item, of: { accountId: AccountId; tables: Tables }): object[] | Promise<object[]>;
  more?(item: Item, tables: Tables): Promise<Item[]>;
};

/** An export omits hashes, secrets and the service's own fields, which are not the owner's data. */
const hidden = new Set([
  ...['pk', 'sk', 'kind', 'ttl', 'effects', 'version', 'activeShard', 'lease', 'key', 'actor', 'source'],
  ...['passwordHash', 'tokensValidAfter', 'knownNetworks', 'identity', 'deletion', 'sessions', 'mfa'],
  ...['sha256', 'hash', 'secretHash', 'secrets', 'sessionEpoch', 'contentSessionId'],
]);
const shown = (item: object) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !hidden.has(name)));

const profileFields = [
  ...['id', 'email', 'emailVerified', 'phone', 'fullName', 'company', 'companyWebsite', 'companyShortDesc'],
  ...['role', 'timezone', 'paidStatus', 'onWaitlist', 'assistantAdsEnabled', 'createdAt'],
];
const keyFields = [
  ...['id', 'kind', 'environment', 'name', 'prefix', 'last4', 'pixelKey', 'allowedOrigins'],
  ...['createdAt', 'lastUsedAt', 'rotatedAt', 'revokedAt', 'expiresAt'],
];
const mailFields = ['at', 'template', 'outcome'];
const webhookFields = [
  ...[
    'id',
    'url',
    'description',
    'environment',
    'events',
    'status',
    'createdAt',
    'disabledAt',
    'disabledReason',
  ],
];
const activityShown = ({ at, type, actor, network, requestId, details, failures }: Item) => ({
  ...{ at, type, network, requestId, details, count: failures instanceof Set ? failures.size : 1 },
  by: (actor as { kind: string }).kind,
});
const only = (names: readonly string[]) => (item: Item) =>
  Object.fromEntries(names.flatMap((name) => (name in item ? [[name, item[name]]] : [])));

const spendImportFields = [
  ...['id', 'network', 'adAccount', 'mode', 'currency', 'timeZone', 'pixelKey', 'status', 'rows', 'days'],
  ...['from', 'to', 'difference', 'createdAt', 'completedAt', 'undoneAt'],
];
const reconciliationFields = [
  ...[
    'id',
    'status',
    'eventType',
    'idTemplate',
    'timeZone',
    'windowHours',
    'tolerance',
    'rules',
    'from',
    'to',
  ],
  ...['orders', 'counts', 'total', 'repairs', 'problems', 'createdAt', 'completedAt'],
];
function reconciliationShown(item: Item) {
  const { repairs, ...shownFields } = only(reconciliationFields)(item);
  const names = ['status', 'startedAt', 'completedAt', 'undoneAt', 'counts'];
  const runs = Object.entries((repairs ?? {}) as Record<string, Item>);
  return { ...shownFields, repairs: Object.fromEntries(runs.map(([name, run]) => [name, only(names)(run)])) };
}
const applicationFields = [
  ...['id', 'isDry', 'from', 'to', 'channelVersion', 'channelRules', 'listVersion', 'status', 'clicks'],
  ...['kept', 'moves', 'events', 'createdAt', 'completedAt'],
];
const spendRowsOf =
  (environment: Environment): NonNullable<Section['rows']> =>
  async (item, { accountId, tables }) => {
    const { day, network, adAccount, currency, timeZone, pixelKey } = item;
    const storedDay = item as Item & StoredDay;
    const rows = await spendDaysIn(tables.attribution).rowsOf(accountId, environment, storedDay);
    return rows.map((row) => ({ day, network, adAccount, currency, timeZone, pixelKey, ...row }));
  };

const namedRow = ({ sk, ...item }: Item) => ({ name: sk, ...shown(item) });

const sections: readonly Section[] = [
  { name: 'profile', table: 'accounts', pk: (id) => keyOfAccounts.user(id).pk, show: only(profileFields) },
  { name: 'credits', table: 'accounts', pk: (id) => keyOfCredits.credits(id).pk, rows: ledgerRowsOf },
  {
    name: 'notification',
    table: 'accounts',
    pk: (id) => keyOfNotifications.notification(id, '').pk,
    show: namedRow,
  },
  { name: 'email_preferences', table: 'accounts', pk: (id) => keyOfMail.mailPreference(id).pk },
  { name: 'recovery', table: 'accounts', pk: (id) => keyOfDeletion.recovery(id, 0).pk },
  // E-mails to other addresses could reveal that an address has an account.
  {
    name: 'email',
    table: 'accounts',
    pk: (id) => keyOfMail.loggedMail(id, '').pk,
    rows: (item) => (accountMails.includes(String(item.template)) ? [only(mailFields)(item)] : []),
  },
  {
    name: 'activity',
    table: 'accounts',
    pk: (id) => keyOfActivity.accountActivity(id, '', '').pk,
    show: activityShown,
  },
  { name: 'licence', table: 'accounts', pk: (id) => keyOfLicences.licenceOfUser(id, '').pk, show: namedRow },
  { name: 'managed_client', table: 'accounts', pk: (id) => keyOfAccounts.managedClient(id, 0).pk },
  {
    name: 'api_key',
    table: 'attribution',
    pk: (id) => keyOfApiKeys.apiKey(id, '').pk,
    prefix: 'KEY#',
    show: only(keyFields),
  },
  {
    name: 'settings',
    table: 'attribution',
    pk: (id) => keyOfApiKeys.accountSettings(id).pk,
    prefix: 'SETTINGS',
  },
  {
    name: 'channel_rules_application',
    table: 'attribution',
    pk: (id) => keyOfReclassification.ruleApplication(id, '').pk,
    show: only(applicationFields),
  },
  ...(['live', 'test'] as const).flatMap((environment): Section[] => [
    {
      name: `spend_import_${environment}`,
      table: 'attribution',
      pk: (id) => keyOfSpend.spendImport(id, environment, '').pk,
      show: only(spendImportFields),
    },
    {
      name: `spend_${environment}`,
      table: 'attribution',
      pk: (id) => keyOfSpend.spendDay(id, environment, { day: '', network: '', adAccount: '' }).pk,
      // Replaced days of spend, which an undo restores, do not count and are omitted.
      rows: spendRowsOf(environment),
    },
  ]),
  ...(['live', 'test'] as const).map(
    (environment): Section => ({
      name: `reconciliation_${environment}`,
      table: 'attribution',
      pk: (id) => keyOfReconciliation.reconciliation(id, environment, '').pk,
      show: reconciliationShown,
    }),
  ),
  {
    name: 'reconciliation_rules',
    table: 'attribution',
    pk: (id) => keyOfReconciliation.reconciliationRules(id).pk,
    show: only(['excludedStatuses', 'paidStatuses', 'excludedChannels', 'excludesTests', 'coverageBound']),
  },
  ...(['live', 'test'] as const).map(
    (environment): Section => ({
      name: `reconciliation_month_${environment}`,
      table: 'attribution',
      pk: (id) => keyOfReconciliation.reconciliationMonth(id, environment, '').pk,
      prefix: keyOfReconciliation.reconciliationMonth(0, environment, '').sk,
      show: only(['month', 'state', 'closed', 'reopened']),
    }),
  ),
  {
    name: 'spend_stop',
    table: 'attribution',
    pk: (id) => keyOfSpend.spendStop(id, '', { network: '', adAccount: '' }).pk,
    show: only(['environment', 'network', 'adAccount', 'lastDay', 'stoppedOn', 'at', 'undoneAt']),
  },
  {
    name: 'spend_aliases',
    table: 'attribution',
    pk: (id) => keyOfSpend.spendAliases(id, '').pk,
    show: ({ sk, aliases }) => ({ name: sk.split('#')[0], aliases }),
  },
  {
    name: 'exchange_rates',
    table: 'attribution',
    pk: (id) => keyOfSpend.exchangeRates(id, '', '', '').pk,
  },
  {
    name: 'webhook_endpoint',
    table: 'attribution',
    pk: (id) => keyOfWebhooks.webhookEndpoint(id, '').pk,
    prefix: 'ENDPOINT#',
    show: only(webhookFields),
  },
  {
    name: 'competitor',
    table: 'analysis',
    pk: (id) => keyOfCompetitors.competitor(id, '').pk,
    prefix: 'DOMAIN#',
  },
  { name: 'keyword_plan', table: 'analysis', pk: (id) => keyOfKeywordPlans.keywordPlan(id, 0).pk },
  { name: 'own_page', table: 'analysis', pk: (id) => keyOfAds.ownPage(id).pk },
  {
    name: 'assistant_report',
    table: 'analysis',
    pk: (id) => keyOfAssistantAds.assistantReport(id, '', '').pk,
  },
  {
    name: 'prompt',
    table: 'analysis',
    pk: (id) => keyOfPrompts.promptOfUser(id, 0).pk,
    async more({ imageConversationId }, { analysis }) {
      const key = keyOfPrompts.imageConversation(Number(imageConversationId));
      const conversation = await analysis.get(key, { consistent: true });
      return conversation ? [conversation] : [];
    },
  },
];

const environments: readonly Environment[] = ['live', 'test'];

export const accountRowsIn = (tables: Tables, eventRows: ExportRows) => ({
  async *after(
    order: ExportOrder,
    cursor: ExportProgress['cursor'],
    pageSize: number,
    receiptsOf: (events: readonly Conversion[]) => Promise<readonly object[]>,
  ): AsyncGenerator<AccountPage> {
    const [place = '', eventDay] = cursor?.day.split('|') ?? [];
    const names = [...sections.map(({ name }) => name), ...environments];
    const from = Math.max(0, names.indexOf(place));
    for (const [at, section] of sections.entries()) {
      if (at < from) continue;
      const prefix = section.prefix ?? '';
      const first = cursor && place === section.name ? `${cursor.sk} ` : prefix || ' ';
      const range = [first, afterPrefix(prefix)] as const;
      let page: { rows: object[]; last: Item } | null = null;
      const items = tables[section.table].query<Item>(section.pk(order.accountId), range, {
        consistent: true,
      });
      for await (const item of items) {
        const also = (await section.more?.(item, tables)) ?? [];
        page ??= { rows: [], last: item };
        page.last = item;
        page.rows.push(
          ...(
            (await section.rows?.(item, { accountId: order.accountId, tables }))?.map(shown) ?? [
              (section.show ?? shown)(item),
            ]
          ).map((row) => ({
            record: section.name,
            ...row,
          })),
          ...also.map((other) => ({ record: `${section.name}_conversation`, ...shown(other) })),
        );
        if (page.rows.length < pageSize) continue;
        yield { rows: page.rows, cursor: { day: section.name, sk: item.sk } };
        page = null;
      }
      if (page) yield { rows: page.rows, cursor: { day: section.name, sk: page.last.sk } };
    }
    for (const [at, environment] of environments.entries()) {
      if (sections.length + at < from) continue;
      const inside =
        cursor && place === environment && eventDay ? { day: eventDay, sk: cursor.sk } : undefined;
      for await (const page of eventRows.after({ ...order, environment }, inside, pageSize))
        yield {
          rows: (await receiptsOf(page.conversions)).map((receipt) => ({
            record: 'event',
            environment,
            ...receipt,
          })),
          cursor: { day: `${environment}|${page.cursor.day}`, sk: page.cursor.sk },
        };
    }
  },
});
