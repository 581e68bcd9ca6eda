import * as z from 'zod';
import { CurrencyCode } from '#functions/api/currency-code.ts';
import { Network } from '#functions/api/network-schema.ts';
import { Period } from '#functions/api/period.ts';
import { scopeFields } from '#functions/api/read-scope.ts';
import { channelNames } from '#shared/clicks/rules/channels.ts';
import { EventType } from '#shared/conversions/event-fields.ts';
import { Bom } from '#shared/http/csv-endpoint.ts';
import { pageCursor } from '#shared/http/page-cursor.ts';
import { type Grouping, groupings } from '#shared/performance/rules/dimensions.ts';
import { maxRowsInPage, usualRowsInPage } from '#shared/performance/rules/limits.ts';
import { comparisons } from '#shared/performance/rules/periods.ts';
import { type RowPlace, type Sort, type SortField, sortFigures } from '#shared/performance/rules/sort.ts';
import { adFilters } from '../report-filters.ts';
import { Format } from './report-csv.ts';

export const adjustedDays = ['order', 'adjustment'] as const;
export const usualGroups: readonly Grouping[] = ['campaign', 'ad_group', 'ad_id'];

const GroupBy = z
  .string()
  .max(200)
  .transform((text, context) => {
    const names = [...new Set(text.split(',').map((name) => name.trim()))];
    const isKnown = (name: string): name is Grouping => (groupings as readonly string[]).includes(name);
    for (const [at, name] of names.entries())
      if (!isKnown(name))
        context.addIssue({
          code: 'custom',
          message: `Name ${at + 1} is no dimension. Any of ${groupings.join(', ')}, separated by commas`,
          params: { type: 'unknown_dimension' },
        });
    return names.filter(isKnown);
  })
  .meta({
    description: `What a row is about: any of ${groupings.join(', ')}, separated by commas; \`${usualGroups.join(',')}\` if omitted. Clicks and spend have no event type, so rows are not grouped by it.`,
  });

const sortFields: readonly SortField[] = [...groupings, ...sortFigures];
const SortBy = z
  .string()
  .max(50)
  .transform((text, context): Sort => {
    const field = sortFields.find((sortField) => sortField === text.replace(/^-/, ''));
    if (field) return { field, isDescending: text.startsWith('-') };
    context.addIssue({
      code: 'custom',
      message: `Any of ${sortFields.join(', ')}, with a minus sign in front for the largest first`,
      params: { type: 'enum' },
    });
    return z.NEVER;
  })
  .meta({
    description:
      'A dimension of `group_by` or a figure; a minus sign in front sorts the largest first, such as `-spend`. Unknown values (`null`) come last. Rows by day, week or month are in the order of time if omitted, all others by `-spend`.',
  });

/** The days of the first page count for all pages, also after midnight. `settings` is a digest. */
type Place = RowPlace & { settings: string; from: string; to: string };
export const rowCursor = pageCursor<Place>(
  ({ settings, from, to, value, id }) => JSON.stringify([settings, from, to, value, id]),
  (text) => {
    const parts = parsed(text);
    if (!Array.isArray(parts) || parts.length !== 5) return null;
    const [settings, from, to, value, id] = parts as unknown[];
    const isText = typeof settings === 'string' && typeof id === 'string';
    const areDays = typeof from === 'string' && typeof to === 'string' && day.test(from) && day.test(to);
    return isText && areDays && (value === null || typeof value === 'string') ? { settings, from, to, value, id } : null;
  },
  4000,
);
const day = /^\d{4}-\d\d-\d\d$/;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const rowFilters = {
  channel: z.enum(channelNames).optional().meta({
    description: 'Return only clicks, conversions and spend on this channel. `paid` holds as well.',
  }),
  campaign: adFilters.ad_group.meta({
    description: 'Return only this campaign, by its exact name; empty: clicks without one.',
  }),
  ad_group: adFilters.ad_group.meta({
    description: 'Return only this ad group, by its exact name; empty: clicks without one.',
  }),
  ad_id: adFilters.ad_id.meta({
    description: 'Return only this ad, by its exact ID; empty: clicks without one.',
  }),
  contains: adFilters.campaign.meta({
    description: 'Return only ads with this text, in any case, in their campaign, ad group or ID.',
  }),
  network: Network.optional().meta({
    description:
      'Return only spend of this network, and clicks and conversions of the ads that it belongs to: its ad, or all ads of its ad group or campaign. `left_out` has what is left out of these.',
  }),
};

export const PerformanceQuery = Period.extend({
  ...scopeFields,
  ...rowFilters,
  group_by: GroupBy.optional(),
  conversion: EventType.optional().meta({
    description:
      'The event type that `conversions`, `value` and every ratio are about. Default: the `primary_event_type` of the settings, `order_created` unless it was changed. Other types are in `by_type`, so that sign-ups and orders are never added up.',
  }),
  time_basis: z.enum(['click', 'occurred']).default('click').meta({
    description:
      'The time that assigns a conversion to a day: of its click, or its own. By `occurred`, conversions are not those of the same clicks, so there is no `conversion_rate`.',
  }),
  adjusted_on: z.enum(adjustedDays).default('order').meta({
    description:
      'The day on which an adjustment changes `net_value`: of its order, by `time_basis`, which is right for returns; or of the adjustment itself (`effective_at`), which is right for books.',
  }),
  model: z.enum(['last_click']).default('last_click').meta({
    description: 'The attribution model. `last_click` is the click of the receipt.',
  }),
  traffic: z.enum(['human', 'all']).default('human').meta({
    description:
      '`human` leaves out clicks of bots, previews and your staff, and suspect clicks; `left_out` says how many. Clicks without a verdict count as human.',
  }),
  paid: z.enum(['true', 'false', 'all']).default('true').meta({
    description: '`true` shows paid channels alone, `false` the others alone, `all` both. `left_out` says what is not shown.',
  }),
  currency: CurrencyCode.optional().meta({
    description:
      'Converts every amount into this currency, by the rate of its own day (`setExchangeRates`). Without it each currency has rows of its own.',
  }),
  compare: z.enum(comparisons).default('none').meta({
    description: '`previous_period`: as many days before; `previous_year`: the same days a year before. Each row then has `previous`.',
  }),
  compare_age: z.enum(['any', 'same']).default('any').meta({
    description:
      '`same` counts in both periods only conversions up to the age that the younger of two compared days has reached; `age_bound` says which.',
  }),
  sort: SortBy.optional(),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxRowsInPage)
    .optional()
    .meta({ description: `Rows in a page. ${usualRowsInPage} if omitted, in a file ${maxRowsInPage}.` }),
  cursor: rowCursor.field,
  format: Format,
  bom: Bom,
});
export type PerformanceAsked = z.output<typeof PerformanceQuery>;

export const limitOf = ({ limit }: PerformanceAsked, isFile: boolean) => limit ?? (isFile ? maxRowsInPage : usualRowsInPage);
