import * as z from 'zod';
import { contentOf, differenceOfPlan, type Plan } from '#shared/spend/apply-import.ts';
import type { DaysOf } from '#shared/spend/rules/sent-rows.ts';
import type { SpendImport, SpendOrder } from '#shared/spend/rules/spend-imports.ts';
import type { SpendDay } from '#shared/spend/rules/spend-rows.ts';
import { differenceFields, differenceFieldsOf, exampleImport, readingFields, readingFieldsOf, SpendImportRecord } from './spend-answer.ts';

const { rows, summed, skipped, days, from, to, status, network, account, time_zone } = SpendImportRecord.shape;

export const SpendImportResult = z
  .object({
    import_id: z.string().nullable().meta({
      description:
        'The import, or the earlier import whose content the request repeats. `null` for a `dry_run` that would change something.',
    }),
    status,
    unchanged: z.boolean().meta({ description: '`true` if the same content counted already, so that nothing changed.' }),
    dry_run: z.boolean().meta({ description: 'Whether nothing was changed because `dry_run` was sent.' }),
    network: network.meta({
      description: 'The network of the request, or else of the headings of the file.',
    }),
    account: account.meta({ description: 'The ad account, as the network or you name it.' }),
    time_zone: time_zone.meta({ description: 'IANA time zone of the days, such as `Europe/Berlin`.' }),
    currencies: z.array(z.string()).meta({ description: 'The currencies of the rows. Empty while an import waits for its rows.' }),
    rows,
    summed,
    skipped: skipped.meta({ description: 'Lines of the file without a row, by kind; `null` for JSON.' }),
    days,
    from,
    to,
    ...differenceFields,
    ...readingFields,
    problems: z.array(z.string()).meta({ description: 'Always empty, since an import with a problem returns 422.' }),
    status_url: z.string().nullable().meta({ description: 'Address to poll for progress.' }),
  })
  .meta({ id: 'SpendImportResult' });
type SpendResult = z.input<typeof SpendImportResult>;

export const exampleResult: SpendResult = {
  import_id: exampleImport.import_id,
  status: 'completed',
  unchanged: false,
  dry_run: false,
  network: 'google_ads',
  account: 'default',
  time_zone: 'America/New_York',
  currencies: ['USD'],
  rows: 1,
  summed: 0,
  skipped: null,
  days: 1,
  from: '2026-11-20',
  to: '2026-11-20',
  added: 0,
  changed: 1,
  removed: 1,
  spend_before: '15.00',
  spend_after: '12.00',
  problems: [],
  spend_by_currency: [{ currency: 'USD', spend_before: '15.00', spend_after: '12.00' }],
  warnings: [],
  total_difference: null,
  status_url: `/api/v1/spend/imports/${exampleImport.import_id}`,
};

const statusUrl = (id: string) => `/api/v1/spend/imports/${id}`;

const currenciesOf = (days: readonly SpendDay[]): string[] => [...new Set(days.map(({ currency }) => currency))].sort();

const factsOfOrder = ({ network, adAccount, timeZone }: SpendOrder) => ({
  network,
  account: adAccount,
  time_zone: timeZone,
});

export const resultOf = (
  order: SpendOrder,
  plan: Plan,
  content: DaysOf & Pick<SpendImport, 'skipped' | 'warnings' | 'totalDifference'>,
  importId: string | null,
  isDry: boolean,
): SpendResult => ({
  import_id: importId,
  status: 'completed',
  unchanged: plan.isUnchanged,
  dry_run: isDry,
  ...factsOfOrder(order),
  currencies: currenciesOf(content.days),
  ...contentOf(content),
  skipped: content.skipped,
  ...differenceFieldsOf(differenceOfPlan(plan)),
  ...readingFieldsOf(content),
  problems: [],
  status_url: importId && statusUrl(importId),
});

export const resultOfImport = (spendImport: SpendImport, { days }: Pick<DaysOf, 'days'>): SpendResult => ({
  import_id: spendImport.id,
  status: spendImport.status,
  unchanged: false,
  dry_run: false,
  ...factsOfOrder(spendImport),
  currencies: currenciesOf(days),
  rows: spendImport.rows,
  summed: spendImport.summed,
  days: spendImport.days,
  from: spendImport.from,
  to: spendImport.to,
  skipped: spendImport.skipped,
  ...differenceFieldsOf(spendImport.difference, spendImport.currency),
  ...readingFieldsOf(spendImport),
  problems: [],
  status_url: statusUrl(spendImport.id),
});

export const pendingOf = (spendImport: SpendImport) => resultOfImport(spendImport, { days: [] });
