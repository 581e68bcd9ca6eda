import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Command, type Context, clientOf, clientOption } from '../command.ts';
import { Failure, usage } from '../failure.ts';
import { table } from '../table.ts';
import { writeOut } from '../visible.ts';

async function finished({ api, note, json }: Context, path: string): Promise<Record<string, unknown>> {
  for (let last = ''; ; await delay(1000)) {
    const { body } = await api('GET', path);
    const { stage = '', percent = 0 } = (body.progress ?? {}) as { stage?: string; percent?: number };
    if (!json && stage !== last) note(`${percent} % ${stage}`);
    last = stage;
    if (body.status === 'failed')
      throw new Failure(String(body.error ?? 'The task failed.'), {
        code: String(body.error_code ?? 'task_failed'),
      });
    if (body.status === 'completed') return body;
  }
}

export const discover: Command = {
  name: 'discover',
  summary: 'Find the competitors of a website',
  args: '<website>',
  options: { name: { value: 'NAME', text: 'Name of the company' } },
  examples: ['adtrail discover https://northwind.example'],
  async run(context) {
    const { args, api, print, text } = context;
    const { body: task } = await api('POST', '/api/v1/competitors/discover', {
      body: { company_website: args[0], company_name: text('name') ?? null, async_mode: true },
    });
    const body = await finished(context, `/api/v1/competitors/discover/status/${task.task_id}`);
    print(body, table(body.competitors as Record<string, unknown>[], ['name', 'website', 'why']));
  },
};

type Campaign = { name: string; keywords: { text: string; match_type: string }[] };
type Plan = { brand_campaign: Campaign; non_brand_campaign: Campaign };
const plans = '/api/v1/dashboard/search-ads-keywords';

export const plan: Command = {
  name: 'plan',
  summary: 'Show the keyword plan, or make a new one',
  options: {
    new: { text: 'Make a new plan first' },
    csv: { value: 'FILE', text: 'Write the file for the desktop editor; - writes to stdout' },
  },
  examples: ['adtrail plan --new', 'adtrail plan --csv keywords.csv'],
  async run(context) {
    const { api, isSet, text, print } = context;
    if (isSet('new')) {
      const { body: task } = await api('POST', plans, { body: {} });
      await finished(context, `${plans}/status/${task.task_id}`);
    }
    const { body } = await api('GET', plans);
    const { plan: storedPlan } = body as { plan: Plan | null };
    if (!storedPlan) throw new Failure('There is no plan yet. Run `adtrail plan --new`.', { code: 'no_plan' });
    const file = text('csv');
    if (file !== undefined) {
      const { text: csv } = await api('GET', plans, { query: { format: 'csv' } });
      if (file === '-') return writeOut(csv);
      try {
        writeFileSync(file, csv);
      } catch {
        throw usage(`${file} cannot be written.`);
      }
      return print({ file }, `Written to ${file}.`);
    }
    const rows = [storedPlan.brand_campaign, storedPlan.non_brand_campaign].flatMap(({ name, keywords }) =>
      keywords.map((keyword) => ({ campaign: name, keyword: keyword.text, match: keyword.match_type })),
    );
    return print(body, table(rows, ['campaign', 'keyword', 'match']));
  },
};

type Ad = Record<string, unknown>;
type Page = Record<string, unknown> & { name: string; error: string | null; ads: Ad[] };

export const competitors: Command = {
  name: 'competitors',
  summary: 'List the competitors that were found',
  options: clientOption,
  examples: ['adtrail competitors'],
  async run(context) {
    const { api, print } = context;
    const { body } = await api('GET', '/api/v1/dashboard/company-competitors', { query: clientOf(context) });
    const rows = body.competitors as Record<string, unknown>[];
    print(body, rows.length > 0 ? table(rows, ['name', 'website', 'why']) : 'None yet: `adtrail discover`.');
  },
};

export const ads: Command = {
  name: 'ads',
  summary: 'List the ads of all competitors, or of one',
  args: '[competitor]',
  options: {
    country: { value: 'CODE', text: 'ISO 3166-1 code, or ALL (default)' },
    status: { value: 'NAME', text: 'all (default), active or inactive' },
    limit: { value: 'N', text: 'Ads of each competitor, 1 to 50 (default: 10)' },
    ...clientOption,
  },
  examples: ['adtrail ads --country DE --status active', 'adtrail ads "Fjord Running"'],
  async run(context) {
    const { args, api, print, text } = context;
    const path = '/api/v1/competitors/social-ads';
    const limit = text('limit') ?? '10';
    const query = { country: text('country'), active_status: text('status'), ...clientOf(context) };
    const { body } = args[0]
      ? await api('GET', `${path}/${encodeURIComponent(args[0])}`, { query: { ...query, limit } })
      : await api('GET', path, { query: { ...query, ads_per_competitor: limit } });
    const pages = (args[0] ? [body] : body.competitors) as Page[];
    const rows = pages.flatMap(({ name, error, ads: foundAds }) =>
      foundAds.length > 0
        ? foundAds.map((ad) => ({ ...ad, competitor: name, text: ad.title ?? ad.body }))
        : [{ competitor: name, text: error ?? 'No ads.' }],
    );
    print(body, table(rows, ['competitor', 'status', 'days_running', 'text', 'snapshot_url']));
  },
};
