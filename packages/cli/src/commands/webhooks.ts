import { randomUUID } from 'node:crypto';
import { failureOf } from '../api.ts';
import { type Command, cursorOption, environmentOf, environmentOption, moreText } from '../command.ts';
import { usage } from '../failure.ts';
import { table } from '../table.ts';

type Endpoint = Record<string, unknown> & { events: string[]; secret?: string };
type Delivery = Record<string, unknown> & {
  last_attempt: { status: number | null; error: string | null } | null;
};

const endpoints = '/api/v1/webhook-endpoints';
const pathOf = (id = '') => `${endpoints}/${encodeURIComponent(id)}`;
const columns = ['id', 'environment', 'status', 'events', 'url', 'failing_since'];
const rowOf = ({ events, ...rest }: Endpoint) => ({ ...rest, events: events.join(',') || 'all' });
const eventOption = {
  event: { multiple: true, value: 'TYPE', text: 'Type of events; can be repeated (default: all)' },
} as const;
const once = () => ({ 'idempotency-key': randomUUID() });
const withSecret = (body: Endpoint) =>
  `${table([rowOf(body)], columns.slice(0, 5))}\n\n${body.secret}\n\nThe signing secret is shown only this once.`;

const list: Command = {
  name: 'webhooks list',
  summary: 'List webhook endpoints',
  examples: ['adtrail webhooks list'],
  async run({ api, print }) {
    const { body } = await api('GET', endpoints);
    const rows = (body.endpoints as Endpoint[]).map(rowOf);
    print(body, rows.length > 0 ? table(rows, columns) : 'No webhook endpoints.');
  },
};

const create: Command = {
  name: 'webhooks create',
  summary: 'Send events to a URL',
  args: '<url>',
  options: { ...eventOption, ...environmentOption },
  examples: ['adtrail webhooks create https://shop.example.com/hooks/adtrail --event conversion.attributed'],
  async run(context) {
    const { args, api, print, texts } = context;
    const body = { url: args[0], events: texts('event'), environment: environmentOf(context) };
    const answer = await api('POST', endpoints, { headers: once(), body });
    print(answer.body, withSecret(answer.body as Endpoint));
  },
};

const change: Command = {
  name: 'webhooks change',
  summary: 'Change, enable or disable a webhook endpoint',
  args: '<id>',
  options: {
    ...eventOption,
    url: { value: 'URL', text: 'Another URL' },
    enable: { text: 'Enable it' },
    disable: { text: 'Disable it: its events are kept for 30 days' },
  },
  examples: ['adtrail webhooks change whe_3vJm8Q2dLr6s --enable'],
  async run({ args, api, print, text, texts, isSet }) {
    if (isSet('enable') && isSet('disable')) throw usage('Either --enable or --disable.');
    const status = isSet('enable') ? 'enabled' : isSet('disable') ? 'disabled' : undefined;
    const events = texts('event').length > 0 ? texts('event') : undefined;
    const { body } = await api('PATCH', pathOf(args[0]), { body: { status, events, url: text('url') } });
    print(body, table([rowOf(body as Endpoint)], columns));
  },
};

const remove: Command = {
  name: 'webhooks delete',
  summary: 'Delete a webhook endpoint',
  args: '<id>',
  examples: ['adtrail webhooks delete whe_3vJm8Q2dLr6s'],
  async run({ args, api, print }) {
    const answer = await api('DELETE', pathOf(args[0]), { also: [404] });
    if (answer.status === 404 && !answer.isRepeat) throw failureOf(answer, true);
    print({ id: args[0], deleted: true }, `Deleted: ${args[0]}.`);
  },
};

const rotate: Command = {
  name: 'webhooks rotate-secret',
  summary: 'Make a new signing secret; for 24 hours both sign',
  args: '<id>',
  examples: ['adtrail webhooks rotate-secret whe_3vJm8Q2dLr6s'],
  async run({ args, api, print }) {
    const { body } = await api('POST', `${pathOf(args[0])}/rotate-secret`, { headers: once(), body: {} });
    print(body, withSecret(body as Endpoint));
  },
};

const test: Command = {
  name: 'webhooks test',
  summary: 'Send a test event to a webhook endpoint',
  args: '<id>',
  options: { event: { value: 'TYPE', text: 'Default: conversion.attributed' } },
  examples: ['adtrail webhooks test whe_3vJm8Q2dLr6s --event credits.low'],
  async run({ args, api, print, text }) {
    const { body } = await api('POST', `${pathOf(args[0])}/test`, { body: { event_type: text('event') } });
    print(body, `Sent: ${body.event_id}. \`adtrail webhooks deliveries ${args[0]}\` shows the answer.`);
  },
};

const deliveries: Command = {
  name: 'webhooks deliveries',
  summary: 'List deliveries of the last 30 days, with the answers of your server',
  args: '<id>',
  options: {
    status: { value: 'NAME', text: 'undelivered, pending, delivered, failed or held' },
    limit: { value: 'N', text: '1 to 100 (default: 20)' },
    ...cursorOption,
  },
  examples: ['adtrail webhooks deliveries whe_3vJm8Q2dLr6s --status undelivered'],
  async run({ args, api, print, text }) {
    const { body } = await api('GET', `${pathOf(args[0])}/deliveries`, {
      query: { status: text('status'), limit: text('limit'), cursor: text('cursor') },
    });
    const rows = (body.deliveries as Delivery[]).map(({ last_attempt: last, ...rest }) => ({
      ...rest,
      answer: last?.status ?? last?.error,
    }));
    const more = moreText(body.next_cursor);
    const shown = ['happened_at', 'event_type', 'status', 'attempts', 'answer', 'next_attempt_at', 'id'];
    const { events, since } = (body.waiting ?? {}) as { events?: number; since?: string };
    const waiting = since === undefined ? '' : `\n${events} events since ${since} wait until the endpoint answers.`;
    print(body, `${rows.length > 0 ? table(rows, shown) : 'No deliveries.'}${waiting}${more}`);
  },
};

const replay: Command = {
  name: 'webhooks replay',
  summary: 'Send again what was not delivered, or one delivery',
  args: '<id>',
  options: {
    since: { value: 'TIME', text: 'Time of the first event, ISO 8601 (default: 30 days ago)' },
    delivery: { value: 'ID', text: 'Send this delivery only' },
  },
  examples: ['adtrail webhooks replay whe_3vJm8Q2dLr6s --since 2026-11-22T00:00:00Z'],
  async run({ args, api, print, text }) {
    const delivery = text('delivery');
    if (delivery !== undefined) {
      const path = `${pathOf(args[0])}/deliveries/${encodeURIComponent(delivery)}/replay`;
      const { body } = await api('POST', path);
      return print(body, `Sent again: ${body.event_id}.`);
    }
    const since = text('since') ?? new Date(Date.now() - 30 * 86_400_000).toISOString();
    const { body } = await api('POST', `${pathOf(args[0])}/replay`, { body: { since } });
    return print(body, `Everything undelivered since ${body.since} is sent again.`);
  },
};

export const webhooks: readonly Command[] = [list, create, change, remove, rotate, test, deliveries, replay];
