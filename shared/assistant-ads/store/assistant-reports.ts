import type { Effect } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';

export type AssistantReports = ReturnType<typeof assistantReportsIn>;

/** That an account's report of a day was made; the report itself is a file. */
export type StoredReport = {
  userId: number;
  accountId: string;
  accountName: string;
  /** `YYYY-MM-DD`. */
  day: string;
  currency: string;
  spendMicros: number;
  clicks: number;
  conversions: number;
  headline: string;
  problems: number;
  /** ISO 8601 in UTC. */
  createdAt: string;
};

/** Where the files of a report are, without their ending. */
export const reportFile = ({ userId, accountId, day }: Pick<StoredReport, 'userId' | 'accountId' | 'day'>) =>
  `reports/${userId}/${accountId}/${day}`;

/** Reports of the assistant's ads: one for an account and day. */
export const assistantReportsIn = (table: Table) => ({
  byDay: (userId: number, accountId: string, day: string): Promise<StoredReport | null> =>
    table.get<Item & StoredReport>(keyOf.assistantReport(userId, accountId, day), { consistent: true }),

  /** As a step of the end of the task that made it; its mail goes out with it. */
  part: (report: StoredReport, effects: readonly Effect[]): Part => ({
    put: {
      ...keyOf.assistantReport(report.userId, report.accountId, report.day),
      ...{ kind: 'assistant_report', ...report, effects: JSON.stringify(effects) },
    },
    condition: 'attribute_not_exists(pk)',
  }),

  /** Tells the team something of a run, once. */
  async tell(run: string, text: string): Promise<void> {
    const effect: Effect = { kind: 'notice', id: `assistant_run#${run}`, text };
    await table.putNew({
      ...keyOf.assistantRun(run),
      kind: 'assistant_run',
      effects: JSON.stringify([effect]),
    });
  },

  /** The newest reports, and where the next page begins. */
  async page(
    userId: number,
    { before, limit }: { before: string | undefined; limit: number },
  ): Promise<{ reports: StoredReport[]; next: string | null }> {
    const { pk } = keyOf.assistantReport(userId, '', '');
    const { items, more } = await table.last<Item & StoredReport>(pk, { before, limit });
    return { reports: items, next: more ? (items.at(-1)?.sk ?? null) : null };
  },
});
