import { days } from '#shared/values/durations.ts';
import { assistantAccount, chance, dayOfAd, type MadeUpAccount } from './assistant-account.ts';
import { openAiError } from './openai-error.ts';
import type { Answer, Asked, Vendor } from './vendor-server.ts';

const dayMs = days(1);
const maxRows = 2000;

/**
 * docs/api/vendors.md#assistant-ads describes the interface. A key `key_<account id>` belongs to one account.
 */
export const assistant = (): Vendor => ({
  name: 'assistant',
  basePath: '/v1',
  routes: {
    'GET /ad_account': (asked) => withAccount(asked, ({ account }) => ok(account)),
    'GET /campaigns': (asked) => withAccount(asked, ({ campaigns }) => listed(asked, campaigns)),
    'GET /ad_groups': (asked) => withAccount(asked, ({ adGroups }) => listed(asked, adGroups)),
    'GET /ads': (asked) =>
      withAccount(asked, ({ ads }) =>
        listed(
          asked,
          ads.map(({ figures: _, ...ad }) => ad),
        ),
      ),
    'GET /ad_account/insights': (asked) => withAccount(asked, (account) => insights(asked, account)),
  },
  refusal: (status) => openAiError(status),
});

const ok = (body: unknown): Answer => ({ status: 200, body, headers: { 'x-request-id': 'req_stand_in' } });
const wrong = (param: string, code: string) => openAiError(400, { message: `Invalid ${param}.`, code, param });

function withAccount(asked: Asked, answer: (account: MadeUpAccount) => Answer): Answer {
  const [, key = ''] = /^Bearer (\S+)$/.exec(asked.header('authorization') ?? '') ?? [];
  if (key === '' || key === 'wrong') return openAiError(401, { message: 'Incorrect API key provided.' });
  const [, ownAccountId] = /^key_(act_\w+)$/.exec(key) ?? [];
  const accountId = asked.header('openai-ad-account');
  // A request with the key of a single account must not name an account.
  if (ownAccountId && accountId) return wrong('OpenAI-Ad-Account', 'invalid_header');
  const id = ownAccountId ?? accountId;
  if (!id) return wrong('OpenAI-Ad-Account', 'missing_required_parameter');
  return /^act_\w+$/.test(id) && !id.includes('gone') ? answer(assistantAccount(id)) : openAiError(404);
}

/** A page has 20 rows by default, so that tests notice a client without paging. */
function listed({ query }: Asked, rows: readonly { id: string }[], most = 500): Answer {
  const bare = [...query.keys()].find((name) => ['fields', 'include', 'includes', 'time_ranges', 'filters'].includes(name));
  if (bare) return wrong(bare, 'invalid_type');
  const limit = Number(query.get('limit') ?? 20);
  if (!Number.isInteger(limit) || limit < 1 || limit > most) return wrong('limit', 'integer_above_max_value');
  const after = query.get('after');
  const from = after === null ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  const size = Math.min(limit, 100);
  const data = rows.slice(from, from + size);
  return ok({
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: from + size < rows.length,
  });
}

const fieldsOf = {
  ad: ['ad_id', 'impressions', 'clicks', 'spend', 'readable_time'],
  campaign: ['campaign_id', 'conversions', 'readable_time'],
} as const;

function insights(asked: Asked, account: MadeUpAccount): Answer {
  const { query } = asked;
  const level = query.get('aggregation_level');
  if ((level !== 'ad' && level !== 'campaign') || query.get('time_granularity') !== 'daily')
    return wrong('aggregation_level', 'invalid_value');
  const fields = query.getAll('fields[]').map((name) => flat(name, level));
  const knownFields: readonly string[] = fieldsOf[level];
  if (fields.length === 0 || fields.some((name) => !knownFields.includes(name))) return wrong('fields', 'invalid_value');
  const days = daysOf(query.getAll('time_ranges[]'), account.account.timezone);
  if (!Array.isArray(days)) return days;
  const today = todayIn(account.account.timezone);
  const rows = days.flatMap((day): { id: string }[] => (level === 'ad' ? adRows(account, day, today) : campaignRows(account, day, query)));
  const wanted = rows.map((row) => ({
    ...Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))),
    id: row.id,
  }));
  return listed(asked, wanted, maxRows);
}

const flat = (name: string, level: string) => name.replace('metadata.', '').replace(`${level}.id`, `${level}_id`).replace(`${level}.`, '');

const adRows = ({ ads }: MadeUpAccount, day: string, today: string) =>
  ads.flatMap((ad) => {
    const figures = dayOfAd(ad, day, today);
    return figures ? [{ id: `${ad.id}:${day}`, ad_id: ad.id, readable_time: day, ...figures }] : [];
  });

function campaignRows(account: MadeUpAccount, day: string, query: URLSearchParams) {
  const withIdle = query.getAll('includes[]').includes('zero_impression_items');
  return account.campaigns.flatMap(({ id, status }) => {
    const wasShown = account.ads.some((ad) => ad.campaign_id === id && dayOfAd(ad, day, day) !== null);
    const conversions = status === 'active' ? Math.floor(6 * chance(id, day, 'conversions')) : null;
    return wasShown || withIdle ? [{ id: `${id}:${day}`, campaign_id: id, readable_time: day, conversions }] : [];
  });
}

function daysOf(ranges: readonly string[], timeZone: string): string[] | Answer {
  let range: { type?: unknown; since?: unknown; until?: unknown };
  try {
    range = JSON.parse(ranges[0] ?? '');
  } catch {
    return wrong('time_ranges', 'invalid_type');
  }
  const since = Date.parse(String(range.since));
  const until = Date.parse(String(range.until));
  if (range.type !== 'date_range' || Number.isNaN(since) || Number.isNaN(until) || since > until)
    return wrong('time_ranges', 'invalid_value');
  if (String(range.until) > todayIn(timeZone)) return wrong('time_ranges', 'integer_above_max_value');
  const count = Math.round((until - since) / dayMs) + 1;
  return Array.from({ length: count }, (_, at) => new Date(since + at * dayMs).toISOString().slice(0, 10));
}

const todayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
