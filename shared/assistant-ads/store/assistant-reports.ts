import { keyOf } from '#shared/assistant-ads/items.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type AssistantReports = ReturnType<typeof assistantReportsIn>;

export type StoredReport = {
  userId: AccountId;
  accountId: string;
  accountName: string;
  day: string;
  currency: string;
  spendMicros: number;
  clicks: number;
  conversions: number;
  headline: string;
  problems: number;
  /** The time is ISO 8601 UTC. */
  createdAt: string;
};

export const reportFile = ({ userId, accountId, day }: Pick<StoredReport, 'userId' | 'accountId' | 'day'>) =>
  `reports/${userId}/${accountId}/${day}`;

/** An item of a run expires long after the run's last retry. */
const runDays = 30;

export const assistantReportsIn = (table: Table, { now }: { now: () => number }) => ({
  byDay: (userId: AccountId, accountId: string, day: string): Promise<StoredReport | null> =>
    table.get<Item & StoredReport>(keyOf.assistantReport(userId, accountId, day), { consistent: true }),

  part: (report: StoredReport, effects: readonly Effect[]): Part => ({
    put: {
      ...keyOf.assistantReport(report.userId, report.accountId, report.day),
      kind: 'assistant_report',
      ...report,
      effects: JSON.stringify(effects),
    },
    condition: 'attribute_not_exists(pk)',
  }),

  async notifyTeam(run: string, text: string): Promise<void> {
    const effect: Effect = { kind: 'notice', id: `assistant_run#${run}`, text };
    await table.putNew({
      ...keyOf.assistantRun(run),
      kind: 'assistant_run',
      ttl: Math.ceil(now() / 1000) + daysInSeconds(runDays),
      effects: JSON.stringify([effect]),
    });
  },

  async page(
    userId: AccountId,
    { before, limit }: { before: string | undefined; limit: number },
  ): Promise<{ reports: StoredReport[]; next: string | null }> {
    const { pk } = keyOf.assistantReport(userId, '', '');
    const { items, more } = await table.last<Item & StoredReport>(pk, { before, limit });
    return { reports: items, next: more ? (items.at(-1)?.sk ?? null) : null };
  },
});
