import { setTimeout as delay } from 'node:timers/promises';
import { problemsOf, sentenceOfProblems } from '../../../node/src/post.ts';
import { type Command, type Context, cursorOption, moreText, scopeOf, scopeOptions } from '../command.ts';
import { usage } from '../failure.ts';
import { table } from '../table.ts';
import { oneLine } from '../visible.ts';
import { withRetry } from '../with-retry.ts';
import { forward } from './forward.ts';
import { exact, sentence } from './send.ts';

type Entry = Record<string, unknown> & {
  id: string;
  received_at: string;
  outcome: string;
  error?: { message: string; detail?: unknown };
  reason?: string;
};
type Page = { events: Entry[]; next_cursor: string | null };

const filters = {
  outcome: { value: 'NAME', text: 'matched, unmatched, duplicate, conflict or rejected' },
  type: { value: 'NAME', text: 'Event type' },
  campaign: { value: 'NAME', text: 'Campaign' },
  'campaign-contains': { value: 'TEXT', text: 'Campaigns whose name contains this' },
  'ad-group': { value: 'NAME', text: 'Ad group' },
  ad: { value: 'ID', text: 'Ad' },
  channel: { value: 'NAME', text: 'Channel of the click, such as paid_search' },
  paid: { value: 'true|false', text: 'Clicks of paid channels, or only the others' },
  traffic: { value: 'NAME', text: 'human or internal' },
  consent: { value: 'WORD', text: 'Consent to ad_user_data: granted, denied or unknown' },
  ...scopeOptions,
} as const;
const queryOf = (context: Context) => ({
  outcome: context.text('outcome'),
  event_type: context.text('type'),
  campaign: context.text('campaign'),
  campaign_contains: context.text('campaign-contains'),
  ad_group: context.text('ad-group'),
  ad_id: context.text('ad'),
  channel: context.text('channel'),
  paid: context.text('paid'),
  traffic: context.text('traffic'),
  consent: context.text('consent'),
  ...scopeOf(context),
});
function why({ error, reason, campaign, ad_group, ad_id }: Entry): string {
  const problems = sentenceOfProblems(problemsOf(error?.detail));
  return problems || (error?.message ?? reason ?? [campaign, ad_group, ad_id].filter(Boolean).join(' › '));
}
const columns = ['received_at', 'outcome', 'event_id', 'value', 'currency', 'why', 'id'];
const rowOf = (entry: Entry) => ({ ...entry, why: why(entry) });

export const listen: Command = {
  name: 'listen',
  summary: 'Show events as they arrive, or send webhooks to this machine, until Ctrl-C',
  options: {
    ...filters,
    count: { value: 'N', text: 'End after so many events' },
    'forward-to': {
      value: 'URL',
      text: 'Send signed webhooks to this address of your machine, and show its answers',
    },
  },
  examples: ['adtrail listen', 'adtrail listen --outcome rejected --json', 'adtrail listen --forward-to http://localhost:3000/hook'],
  async run(context) {
    const { api, print, text, note } = context;
    const query = queryOf(context);
    const count = Number(text('count') ?? Number.POSITIVE_INFINITY);
    if (!(count > 0)) throw usage('--count is a number above 0.');
    const target = text('forward-to');
    if (target !== undefined) {
      const filter = ['outcome', 'type', 'campaign', 'client'].find((name) => text(name) !== undefined);
      if (filter) throw usage(`--${filter} does not go with --forward-to, which sends all webhooks.`);
      return await forward(target, context, count);
    }
    const read = (cursor?: string) => api('GET', '/api/v1/pixel/events', { query: { ...query, limit: '100', cursor } });
    const { at: since, body: first } = await read();
    // Accepted events appear a second late, so a new entry can be below an entry that was shown before.
    const seenIds = new Set((first as Page).events.map(({ id }) => id));
    note('Listening. Ctrl-C ends it.');
    let shown = 0;
    for (;;) {
      await delay(1000);
      const fresh: Entry[] = [];
      let cursor: string | undefined;
      for (let pages = 0; pages === 0 || (cursor && pages < 20); pages++) {
        const { events, next_cursor } = (await withRetry(() => read(cursor), note)).body as Page;
        const unseen = events.filter(({ id, received_at }) => !seenIds.has(id) && Date.parse(received_at) >= since);
        fresh.push(...unseen);
        cursor = unseen.length === events.length && unseen.length > 0 ? (next_cursor ?? undefined) : undefined;
      }
      for (const entry of fresh.reverse()) {
        seenIds.add(entry.id);
        const line = [entry.received_at, entry.outcome.padEnd(9), entry.event_id ?? entry.id, entry.value, entry.currency];
        print(entry, oneLine(`${line.filter(Boolean).join('  ')}  ${why(entry)}`));
        if (++shown >= count) return;
      }
    }
  },
};

export const listEvents: Command = {
  name: 'events list',
  summary: 'List events, newest first',
  options: {
    ...filters,
    from: { value: 'DAY', text: 'First day, YYYY-MM-DD' },
    to: { value: 'DAY', text: 'Last day, YYYY-MM-DD' },
    limit: { value: 'N', text: '1 to 100 (default: 50)' },
    ...cursorOption,
  },
  examples: ['adtrail events list --outcome rejected', 'adtrail events list --json --limit 100'],
  async run(context) {
    const { api, print, text } = context;
    const filters = { from: text('from'), to: text('to'), limit: text('limit'), cursor: text('cursor') };
    const { body } = await api('GET', '/api/v1/pixel/events', { query: { ...queryOf(context), ...filters } });
    const { events, next_cursor } = body as Page;
    const more = moreText(next_cursor);
    print(body, events.length > 0 ? `${table(events.map(rowOf), columns)}${more}` : `No events.${more}`);
  },
};

export const showEvent: Command = {
  name: 'events show',
  summary: 'Show what was stored of an event, and whether it counted',
  args: '<event_id>',
  options: scopeOptions,
  examples: ['adtrail events show order_created:10017'],
  async run(context) {
    const { args, api, print } = context;
    const path = `/api/v1/pixel/events/${encodeURIComponent(args[0] ?? '')}`;
    const { body } = await api('GET', path, {
      query: scopeOf(context),
    });
    const rows = Object.entries(body).map(([field, value]) => ({
      field,
      value: typeof value === 'object' ? JSON.stringify(value) : value,
    }));
    print(body, table(rows, ['field', 'value']));
  },
};

export const replay: Command = {
  name: 'events replay',
  summary: 'Send a rejected event again, corrected if needed',
  args: '<id>',
  options: {
    set: { multiple: true, value: 'FIELD=JSON', text: 'Replace a field; can be repeated' },
  },
  examples: [
    'adtrail events replay live.1795253401000.r_9KdTq0ZkJ8vW2nRxLmP7aB',
    'adtrail events replay live.1795253401000.r_9KdTq0ZkJ8vW2nRxLmP7aB --set value=25.99',
  ],
  async run({ args, texts, api, print }) {
    const event = Object.fromEntries(texts('set').map(field));
    const path = `/api/v1/pixel/events/${encodeURIComponent(args[0] ?? '')}/replay`;
    const { body } = await api('POST', path, { body: texts('set').length > 0 ? { event } : {} });
    print(body, sentence(body as never));
  },
};

function field(pair: string): [string, unknown] {
  const at = pair.indexOf('=');
  if (at < 1) throw usage(`--set ${pair}: FIELD=JSON expected.`);
  const value = pair.slice(at + 1);
  // A number that JavaScript would round is sent as text, which keeps its digits.
  if (/^-?\d+(\.\d+)?$/.test(value)) return [pair.slice(0, at), exact(value)];
  try {
    return [pair.slice(0, at), JSON.parse(value)];
  } catch {
    return [pair.slice(0, at), value];
  }
}
