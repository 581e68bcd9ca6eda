import * as z from 'zod';
import { numbered } from '../numbered.ts';
import { answerOf } from './present.ts';
import { pick, type Tool, tool } from './tool.ts';

const client = {
  client_user_id: z.int().optional().describe('For agencies: the user ID of the managed client to read.'),
};
const clientQuery = ({ client_user_id: id }: { client_user_id?: number | undefined }) => ({
  client_user_id: id === undefined ? undefined : String(id),
});
type Row = Record<string, unknown>;

export const competitors = tool({
  name: 'competitors',
  title: 'Competitors that were found',
  description: 'The competitors of the account, with the reason and pages that support it.',
  input: z.object(client),
  output: z.looseObject({ competitors: z.array(z.looseObject({ name: z.string(), website: z.string() })) }),
  async run(input, reader) {
    const { body } = await reader.get('/api/v1/dashboard/company-competitors', clientQuery(input));
    const names = ['name', 'website', 'description', 'why', 'evidence_urls', 'discovered_at'];
    const competitors = (body.competitors as Row[]).map((competitor) => pick(competitor, names));
    return answerOf([competitors.length === 0 ? 'None yet. `adtrail discover` finds them.' : `${competitors.length} competitors.`], {
      competitors,
    });
  },
});

const adFields = [
  'id',
  'page_name',
  'status',
  'title',
  'body',
  'description',
  'call_to_action',
  'link_url',
  'snapshot_url',
  'platforms',
  'countries',
  'started_at',
  'ended_at',
  'days_running',
];

export const ads = tool({
  name: 'competitor_ads',
  title: 'Ads of competitors',
  description:
    'Ads that competitors run on social networks, from the public ad library; cached for a day. It shows no spending and no clicks. An ad that runs for long usually pays.',
  input: z.object({
    competitor: z.string().optional().describe('Name, as `competitors` has it. All if omitted.'),
    country: z.string().max(3).default('ALL').describe('ISO 3166-1 code of two letters, or ALL.'),
    active_status: z.enum(['all', 'active', 'inactive']).default('active'),
    limit: z.int().min(1).max(25).default(5).describe('Ads of each competitor, newest first.'),
    ...client,
  }),
  output: z.looseObject({
    country: z.string(),
    competitors: z.array(z.looseObject({ name: z.string(), ads: z.array(z.looseObject({ id: z.string() })) })),
  }),
  async run(input, reader) {
    const { competitor, country, active_status, limit } = input;
    const all = '/api/v1/competitors/social-ads';
    const query = { ...clientQuery(input), country, active_status };
    const { body } =
      competitor === undefined
        ? await reader.get(all, { ...query, ads_per_competitor: String(limit) })
        : await reader.get(`${all}/${encodeURIComponent(competitor)}`, { ...query, limit: String(limit) });
    const rows = competitor === undefined ? (body.competitors as Row[]) : [body];
    return answerOf(
      [
        `Ads in ${body.country} (${body.active_status}), read at ${body.fetched_at}. Unless coverage is full, an empty list does not mean that there are no ads.`,
      ],
      {
        ...pick(body, ['country', 'active_status', 'fetched_at']),
        competitors: rows.map((row) => ({
          ...pick(row, ['name', 'website', 'page_name', 'total', 'has_more', 'coverage', 'error']),
          ads: (row.ads as Row[]).map((ad) => pick(ad, adFields)),
        })),
      },
    );
  },
});

export const credits = tool({
  name: 'credits_balance',
  title: 'Credits: balance and last transactions',
  description: 'How many credits are left, and what they were last used for. Credits are no currency.',
  input: z.object({ limit: z.int().min(1).max(50).default(10), ...client }),
  output: z.looseObject({
    balance: z.number(),
    transactions: z.array(z.looseObject({ amount: z.number() })),
  }),
  async run(input, reader) {
    const { body } = await reader.get('/api/v1/credits', {
      ...clientQuery(input),
      limit: String(input.limit),
    });
    const transactions = (body.transactions as Row[]).map((transaction) =>
      pick(transaction, ['type', 'amount', 'balance_after', 'reason', 'created_at']),
    );
    return answerOf([`${numbered(body.balance, 'credit')} ${body.balance === 1 ? 'is' : 'are'} left.`], {
      balance: body.balance,
      transactions,
    });
  },
});

export const marketTools: readonly Tool[] = [competitors, ads, credits];
