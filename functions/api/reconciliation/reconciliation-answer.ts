import * as z from 'zod';
import { fileWarnings } from '#functions/api/file-fields.ts';
import { Environment } from '#functions/api/key-schema.ts';
import type { Signed } from '#shared/cells/rules/signed.ts';
import { type SkipReason, skipReasons } from '#shared/orders/rules/skipped-rows.ts';
import { haveOtherIds } from '#shared/reconciliation/preview-repair.ts';
import { rowsOfRepair } from '#shared/reconciliation/repaired-rows.ts';
import { type Category, categories } from '#shared/reconciliation/rules/categories.ts';
import { type Amounts, coverageOf, differenceOf, type Sum, valueCoverageOf } from '#shared/reconciliation/rules/figures.ts';
import { percentDone, type Reconciliation, reconciliationStatuses, stages } from '#shared/reconciliation/rules/reconciliations.ts';
import { repairNames, repairStatuses } from '#shared/reconciliation/rules/repairs.ts';
import { money } from '#shared/values/decimal.ts';

const count = (description: string) => z.int().min(0).meta({ description });
const amount = (description: string) => z.string().meta({ description: `${description}, as an exact decimal.` });

export const signedMoney = (value: Signed): string => (value.startsWith('-') ? `-${money(value.slice(1))}` : money(value));

export const difference = amount("The shop's value minus adtrail's value, which can be negative");
export const CategoryAmounts = z.object({
  currency: z.string(),
  shop_value: amount("The orders' value in the file, less its refunds"),
  adtrail_value: amount("The value of the orders' events"),
  difference,
});
const ValuesOfSum = z
  .array(
    CategoryAmounts.extend({
      value_coverage: z.number().nullable().meta({
        description: 'Share of the value that arrived, from 0 to 1: of each order at most its own value. `null` without a value.',
      }),
    }),
  )
  .meta({ description: 'Amounts, one row for each currency.' });
export const sumFields = {
  orders: count('Number of orders.'),
  excluded: count(
    'Number of orders that take no part in the coverage: no sales by your rules, cancelled ones, and those of an unclear status.',
  ),
  arrived: count('Number of the other orders that arrived as an event.'),
  coverage: z.number().nullable().meta({
    description: 'Arrived orders by orders that are not excluded, from 0 to 1. `null` without such orders.',
  }),
  values: ValuesOfSum,
};

export const amountsOf = (amounts: Pick<Amounts, 'shop' | 'adtrail'>) => ({
  shop_value: money(amounts.shop),
  adtrail_value: money(amounts.adtrail),
  difference: signedMoney(differenceOf(amounts)),
});
const inOrder = <T>(byName: Record<string, T>): [string, T][] => Object.entries(byName).sort(([a], [b]) => (a < b ? -1 : 1));

export const sumOf = (sum: Sum) => ({
  orders: sum.orders,
  excluded: sum.excluded,
  arrived: sum.arrived,
  coverage: coverageOf(sum),
  values: inOrder(sum.byCurrency).map(([currency, amounts]) => ({
    currency,
    ...amountsOf(amounts),
    value_coverage: valueCoverageOf(amounts),
  })),
});
export const namedSums = (sums: Record<string, Sum>) =>
  inOrder(sums).map(([name, sum]) => ({ name: name === '' ? null : name, ...sumOf(sum) }));

export const supersededText = 'Number of events that a later adjustment decides, so that the repair does not change their net value.';
const RepairRun = z.object({
  repair: z.enum(repairNames).meta({ description: 'The repair.' }),
  status: z.enum(repairStatuses),
  changes: count('Number of sent events, or of adjustments, so far.'),
  attributed: count('Number of sent events that lead to an ad.'),
  skipped: count('Number of orders that had changed since the reconciliation, and were left alone.'),
  superseded: count(supersededText),
  values: z
    .array(z.object({ currency: z.string(), value: amount("The change of adtrail's value") }))
    .meta({ description: "By how much adtrail's value changed, one row for each currency." }),
  started_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  undone_at: z.iso.datetime().nullable().meta({ description: 'When the import was taken back, or `null`.' }),
});

const skipTexts: Record<SkipReason, string> = {
  blank: 'Blank lines.',
  continued: 'Further lines of an order.',
  no_order_id: 'Payments without an order.',
  not_a_sale: 'Rows of a balance that are no sale and no refund, such as payouts.',
  excluded: 'Rows that are no sale by your rules, and have a problem that would refuse them.',
  another_attempt: 'Further attempts of an order, such as declined payments.',
  refund_of_other_order: 'Refunds of orders that are not in the file.',
  refund_in_other_currency: 'Refunds in another currency than their order.',
};
const SkippedRows = z.object({
  ...(Object.fromEntries(skipReasons.map((reason) => [reason, count(skipTexts[reason])])) as Record<SkipReason, z.ZodInt>),
  lines: z
    .array(
      z.object({
        line: z.int().meta({ description: 'The line of the file, or the row of JSON from 0.' }),
        reason: z.enum(skipReasons),
      }),
    )
    .meta({ description: 'The first 100 of these lines, without blank ones and further lines of an order.' }),
});
const IdColumn = z.object({
  heading: z.string(),
  matched: count('Number of the tried orders whose ID in this column has an event.'),
  tried: count('Number of orders of the file that were tried, at most 200.'),
  candidates: z
    .array(z.object({ heading: z.string(), matched: z.int().min(0) }))
    .meta({ description: 'All columns that may have the ID, with the same count of each.' }),
});
const skippedOf = (skipped: NonNullable<Reconciliation['skipped']>): z.input<typeof SkippedRows> => ({
  ...(Object.fromEntries(skipReasons.map((reason) => [reason, skipped[reason] ?? 0])) as Record<SkipReason, number>),
  lines: skipped.lines ?? [],
});

const CategoryCounts = z
  .object(
    Object.fromEntries(
      categories.map((name) => [name, count(`Number of ${name === 'extra' ? 'events' : 'orders'} of this category.`)]),
    ) as Record<Category, z.ZodInt>,
  )
  .meta({ description: 'Number of orders by category; of events for `extra`.' });

export const ReconciliationRecord = z
  .object({
    reconciliation_id: z.string(),
    status: z.enum(reconciliationStatuses),
    progress: z.object({
      stage: z.enum(stages).meta({
        description:
          '`reading` the file, `matching` orders with events, `searching` the log for doubles and rejected attempts, `sorting` into categories, or `done`.',
      }),
      percent: z.int().min(0).max(100),
    }),
    status_url: z.string().meta({ description: 'Path to poll for progress.' }),
    environment: Environment,
    event_type: z.string(),
    id_template: z.string().meta({ description: 'How an `event_id` is made from the ID of an order.' }),
    time_zone: z.string().meta({ description: 'IANA time zone of the days, such as `Europe/Berlin`.' }),
    window_hours: z.int().meta({ description: 'Hours at both ends of the period without extra events.' }),
    tolerance: amount('Values that differ by at most this amount are equal'),
    from: z.iso.date().nullable().meta({ description: 'First day; `null` before the file was read.' }),
    to: z.iso.date().nullable().meta({ description: 'Last day, included; `null` before the file was read.' }),
    format: z.string().nullable().meta({
      description:
        'The export that was recognised: `shopify`, `woocommerce`, `stripe`, `stripe_balance`, `paddle` or `own`; `null` for JSON.',
    }),
    skipped: SkippedRows.nullable().meta({
      description: 'Lines of the file that are no orders, and why. `null` without remarks.',
    }),
    id_column: IdColumn.nullable().meta({
      description: 'The column that the IDs were taken from, if the file has several that may have them.',
    }),
    warnings: fileWarnings,
    similar_orders: count(
      'Number of missing and rejected orders that an event under another ID has the value, the currency and the time of.',
    ),
    ids_do_not_match: z.boolean().meta({
      description:
        'Whether at least half of the missing and rejected orders are such orders, so that `send_missing` is refused: the column of the ID, or `id_template`, is another one.',
    }),
    log_from: z.iso.date().nullable().meta({
      description: 'First UTC day of the log that was searched. Reasons from before it are not known.',
    }),
    ...sumFields,
    categories: CategoryCounts,
    extra_left_out: count('Number of events without an order beyond the first 100,000. They are neither listed nor in the sums.'),
    repairs: z.array(RepairRun).meta({ description: 'Repairs that were ordered.' }),
    problems: z
      .array(
        z.object({
          line: z.int().nullable().meta({ description: 'The line of the file, or the row of JSON from 0.' }),
          field: z.string().nullable().meta({ description: 'The field, if it is a single one.' }),
          code: z.string(),
          message: z.string(),
        }),
      )
      .meta({ description: 'The first 200 problems of an uploaded file that failed.' }),
    problem_count: count('Number of all problems.'),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Reconciliation' });

export const statusUrl = (id: string) => `/api/v1/pixel/reconciliations/${id}`;

export const reconciliationRecordOf = (reconciliation: Reconciliation): z.input<typeof ReconciliationRecord> => ({
  reconciliation_id: reconciliation.id,
  status: reconciliation.status,
  status_url: statusUrl(reconciliation.id),
  progress: { stage: reconciliation.stage, percent: percentDone(reconciliation) },
  environment: reconciliation.environment,
  event_type: reconciliation.eventType,
  id_template: reconciliation.idTemplate,
  time_zone: reconciliation.timeZone,
  window_hours: reconciliation.windowHours,
  tolerance: money(reconciliation.tolerance),
  from: reconciliation.from,
  to: reconciliation.to,
  format: reconciliation.format,
  skipped: reconciliation.skipped && skippedOf(reconciliation.skipped),
  id_column: reconciliation.idColumn ?? null,
  warnings: reconciliation.warnings ?? [],
  similar_orders: reconciliation.similar ?? 0,
  ids_do_not_match: haveOtherIds(reconciliation.similar ?? 0, rowsOfRepair(reconciliation, 'send_missing')),
  log_from: reconciliation.logFrom,
  ...sumOf(reconciliation.total),
  orders: reconciliation.orders,
  categories: reconciliation.counts as Record<Category, number>,
  extra_left_out: reconciliation.search.extraLeftOut ?? 0,
  repairs: repairNames.flatMap((repair) => {
    const run = reconciliation.repairs[repair];
    if (!run) return [];
    const { changes, attributed, skipped, superseded, values } = run.counts;
    return [
      {
        repair,
        status: run.status,
        changes,
        attributed,
        skipped,
        superseded,
        values: inOrder(values).map(([currency, value]) => ({ currency, value: signedMoney(value) })),
        started_at: run.startedAt,
        completed_at: run.completedAt,
        undone_at: run.undoneAt,
      },
    ];
  }),
  problems: reconciliation.problems,
  problem_count: reconciliation.problemCount,
  created_at: reconciliation.createdAt,
  completed_at: reconciliation.completedAt,
});

export const exampleId = 'recon_0mi8hq2c07Yk2c9XbR4mVt1';
const usd = { currency: 'USD', shop_value: '20000.00', adtrail_value: '19458.50', difference: '541.50' };
export const exampleReconciliation: z.input<typeof ReconciliationRecord> = {
  reconciliation_id: exampleId,
  status: 'completed',
  status_url: statusUrl(exampleId),
  progress: { stage: 'done', percent: 100 },
  environment: 'live',
  event_type: 'order_created',
  id_template: 'order_created:{order_id}',
  time_zone: 'America/New_York',
  window_hours: 48,
  tolerance: '0.00',
  from: '2026-11-01',
  to: '2026-11-20',
  format: 'shopify',
  skipped: skippedOf({ blank: 0, continued: 214, lines: [] }),
  id_column: {
    heading: 'Id',
    matched: 97,
    tried: 100,
    candidates: [
      { heading: 'Id', matched: 97 },
      { heading: 'Name', matched: 0 },
      { heading: 'Name without #', matched: 0 },
    ],
  },
  warnings: [],
  similar_orders: 0,
  ids_do_not_match: false,
  log_from: '2026-10-31',
  orders: 1000,
  excluded: 0,
  arrived: 963,
  coverage: 0.963,
  values: [{ ...usd, value_coverage: 0.9609 }],
  categories: {
    excluded: 0,
    cancelled_here_counted: 0,
    unclear_status: 0,
    doubled: 12,
    rejected: 0,
    missing: 37,
    currency_differs: 2,
    value_differs: 5,
    refund_differs: 0,
    day_differs: 0,
    unattributed: 0,
    ok: 944,
    extra: 0,
  },
  extra_left_out: 0,
  repairs: [],
  problems: [],
  problem_count: 0,
  created_at: '2026-11-21T09:30:00.000Z',
  completed_at: '2026-11-21T09:30:21.000Z',
};
