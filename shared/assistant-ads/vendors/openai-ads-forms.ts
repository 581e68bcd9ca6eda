import * as z from 'zod';

/** IDs become parts of keys and paths, so only these characters are accepted. */
const Id = z.string().regex(/^[\w-]{1,100}$/);
const IdAndName = { id: Id, name: z.string().nullish() };

export const ErrorAnswer = z.object({
  error: z.object({ code: z.string().nullish(), type: z.string().nullish() }),
});

export const Account = z.object({
  id: Id,
  name: z.string(),
  timezone: z.string(),
  currency_code: z.string().max(10),
});

export const Campaign = z.object({
  ...IdAndName,
  status: z.string(),
  budget: z.object({ daily_spend_limit_micros: z.number().nullish() }).nullish(),
});

export const AdGroup = z.object({ ...IdAndName, campaign_id: Id });

export const Ad = z.object({
  ...IdAndName,
  ad_group_id: Id,
  status: z.string(),
  review_status: z.string().nullish(),
  serving_issues: z.array(z.union([z.string(), z.looseObject({ code: z.string().nullish() })])).nullish(),
  creative: z.looseObject({ title: z.string().nullish() }).nullish(),
});

const Metric = z
  .union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)])
  .nullish()
  .transform((value) => Math.max(0, Number(value ?? 0)));

const When = {
  readable_time: z.string().nullish(),
  start_time: z.union([z.number(), z.string()]).nullish(),
  timezone: z.string().nullish(),
};

// Responses have flat names, with or without the level's prefix.
const flat =
  (entity: string) =>
  (row: unknown): unknown =>
    typeof row === 'object' && row !== null
      ? Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name === `${entity}_id` ? name : name.replace(new RegExp(`^${entity}[._]`), ''),
            value,
          ]),
        )
      : row;

export const AdRow = z.preprocess(flat('ad'), z.object({ ...When, ad_id: Id, impressions: Metric, clicks: Metric, spend: Metric }));
export const CampaignRow = z.preprocess(flat('campaign'), z.object({ ...When, campaign_id: Id, conversions: Metric }));

export const pageOf = <S extends z.ZodType>(row: S) =>
  z.object({ data: z.array(row), last_id: z.string().nullish(), has_more: z.boolean().nullish() });

export function dayOf({ readable_time, start_time, timezone }: z.output<z.ZodObject<typeof When>>) {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(readable_time ?? '') ?? [];
  if (day) return day;
  try {
    const seconds = Number(start_time ?? Number.NaN);
    return new Intl.DateTimeFormat('en-CA', { timeZone: timezone ?? '' }).format(new Date(seconds * 1000));
  } catch {
    return null;
  }
}
