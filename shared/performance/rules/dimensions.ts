import { startOfInterval } from '#shared/reports/rules/intervals.ts';

export const groupings = ['day', 'week', 'month', 'pixel_key', 'channel', 'campaign', 'ad_group', 'ad_id'] as [
  'day',
  'week',
  'month',
  'pixel_key',
  'channel',
  'campaign',
  'ad_group',
  'ad_id',
];
export type Grouping = (typeof groupings)[number];
export const adNames = ['campaign', 'ad_group', 'ad_id'] as const satisfies Grouping[];

/**
 * Spend of a whole campaign has no ad (`null`); clicks without an ad have an empty text. Only spend can have
 * no pixel.
 */
export type Place = {
  day: string;
  pixelKey: string | null;
  channel: string;
  campaign: string | null;
  adGroup: string | null;
  adId: string | null;
};

export type GroupNames = readonly (string | null)[];

const nameOf: Record<Grouping, (place: Place) => string | null> = {
  day: ({ day }) => day,
  week: ({ day }) => startOfInterval(day, 'week'),
  month: ({ day }) => startOfInterval(day, 'month'),
  pixel_key: ({ pixelKey }) => pixelKey,
  channel: ({ channel }) => channel,
  campaign: ({ campaign }) => normalName(campaign),
  ad_group: ({ adGroup }) => normalName(adGroup),
  ad_id: ({ adId }) => normalName(adId),
};

export const normalName = (name: string | null) => name?.normalize('NFC') ?? null;

export const groupNames = (place: Place, groupBy: readonly Grouping[]): GroupNames => groupBy.map((grouping) => nameOf[grouping](place));
