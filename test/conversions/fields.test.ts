import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { explained, listed } from '#packages/cli/src/mcp/events.ts';
import { ConversionEventBody } from '#shared/conversions/event-schema.ts';
import { type EventFieldName, eventFields, fieldNames, fieldsIn } from '#shared/conversions/rules/fields.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { runCommand } from '#test/packages/cli/run-command.ts';
import { newEndpoint, run } from '#test/webhooks/scene.ts';

/** The console has its own type check, so the type check of tests does not follow this import. */
const ofConsole = async (file: string) => await import(join(process.cwd(), 'web/console/events', file));
const { columns, lineOf } = (await ofConsole('file.ts')) as {
  columns: string[];
  lineOf(entry: object): string[];
};
const { sentOf } = (await ofConsole('sent.ts')) as { sentOf(receipt: object): object };

const occurred_at = '2026-11-21T10:00:00.000Z';
/** A value of each field, as it is sent and as the API shows it. */
const content = (svc_click_id: string, event_id: string) => ({
  event_type: 'order_created',
  svc_click_id,
  event_id,
  occurred_at,
  external_user_id: 'customer-1',
  value: 12.5,
  currency: 'EUR',
  properties: { note: 'gift' },
  consent: { ad_user_data: 'granted', ad_personalization: 'denied' },
});
type Content = ReturnType<typeof content>;
const shownOf = (sent: Content): Partial<Record<EventFieldName, unknown>> => ({ ...sent, value: '12.50' });
const expected = (sent: Content, names: readonly EventFieldName[]) => Object.fromEntries(names.map((name) => [name, shownOf(sent)[name]]));

async function scene() {
  const app = await startApp(await newWorld());
  const advertiser = await newAdvertiser(app);
  await newEndpoint(app, advertiser.headers);
  const svc_click_id = await advertiser.click();
  const events = sceneOf(app);
  const [secretKey = ''] = Object.values(advertiser.key).map((header) => header.replace('Bearer ', ''));
  const { authorization } = advertiser.headers;
  async function adtrail(args: string[], input = ''): Promise<string> {
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => app.send(new Request(url, init)));
    const env = {
      ADTRAIL_BASE_URL: 'https://api.example',
      ADTRAIL_SECRET_KEY: secretKey,
      ADTRAIL_ACCESS_TOKEN: authorization.replace('Bearer ', ''),
      ADTRAIL_CONFIG_DIR: '/nowhere',
    };
    const { code, stdout, stderr } = await runCommand(args, env, input);
    vi.unstubAllGlobals();
    if (code !== 0) throw new Error(stderr);
    return stdout;
  }
  async function rejectedId(sent: Content): Promise<string> {
    await events.send(advertiser, { ...sent, event_type: 'Order' });
    await app.settle();
    const [entry] = (await events.log(advertiser, { id: sent.event_id, outcome: 'rejected' })).events;
    return entry?.id ?? '';
  }
  const forms: Record<string, (sent: Content) => Promise<unknown>> = {
    single: (sent) => events.send(advertiser, sent),
    batch: ({ event_id: id, event_type: type, ...data }) => events.batch(advertiser, [{ id, type, data }]),
    channel: ({ event_id: id, event_type: type, ...fields }) =>
      app.conversions.sendChannelEvents({
        params: { collection: 'events' },
        body: { events: [{ id, type, ...fields }] },
        headers: advertiser.key,
      }),
    async replay(sent) {
      const answer = await events.replay(advertiser, await rejectedId(sent), { event_type: sent.event_type });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    command: (sent) =>
      adtrail([
        'send',
        sent.event_type,
        '--id',
        sent.event_id,
        '--click',
        sent.svc_click_id,
        '--user',
        sent.external_user_id,
        '--value',
        String(sent.value),
        '--currency',
        sent.currency,
        '--at',
        sent.occurred_at,
        '--ad-user-data',
        sent.consent.ad_user_data,
        '--ad-personalization',
        sent.consent.ad_personalization,
        '--property',
        `note=${sent.properties.note}`,
      ]),
    'file of the command': (sent) => adtrail(['send', '--file', '-'], `${JSON.stringify(sent)}\n`),
    'replay of the command': async (sent) =>
      adtrail(['events', 'replay', await rejectedId(sent), '--set', `event_type=${sent.event_type}`]),
  };
  const sentEvents = new Map<string, Content>();
  for (const [form, send] of Object.entries(forms)) {
    const sent = content(svc_click_id, `order_created:${form.replaceAll(' ', '-')}`);
    sentEvents.set(form, sent);
    await send(sent);
  }
  await run(app);
  return { app, advertiser, events, sentEvents, adtrail };
}

describe('the fields of an event', async () => {
  const { app, advertiser, events, sentEvents, adtrail } = await scene();
  const all = [...sentEvents.values()];

  it('are the fields of the schema, and a sample of each is sent in this test', () => {
    const { validate_only: _, user_data: __, ...shape } = ConversionEventBody.shape;
    expect(Object.keys(shape).sort()).toEqual([...fieldNames].sort());
    expect(Object.keys(content('', '')).sort()).toEqual([...fieldNames].sort());
  });

  it.each([...sentEvents.keys()])('are in receipt and log, and with the user: %s', async (form) => {
    const sent = sentEvents.get(form) as Content;
    const receipt = await events.receipt(advertiser, sent.event_id);
    expect(receipt).toMatchObject({ ...expected(sent, fieldsIn('inExport')), has_external_user: true });
    const { events: entries } = await events.log(advertiser, { id: sent.event_id, outcome: 'matched' });
    expect(entries).toMatchObject([expected(sent, fieldsIn('inLog'))]);
    for (const name of fieldNames) {
      expect([name, name in receipt]).toEqual([name, eventFields[name].inExport]);
      expect([name, name in (entries[0] ?? {})]).toEqual([name, eventFields[name].inLog]);
    }
    expect(sentOf(receipt)).toEqual(expected(sent, fieldsIn('inExport')));
  });

  it('are in the export and in the data of webhooks', async () => {
    await app.events.createExport({
      body: { from: '2026-11-20', to: '2026-11-21' },
      headers: advertiser.headers,
    });
    await app.work('export');
    const [file = Buffer.alloc(0)] = app.world.objects.files.values();
    const rows = gunzipSync(file)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const posts = app.world.hooks.posts.map(({ body }) => JSON.parse(body).data);
    for (const [place, items] of [
      ['inExport', rows],
      ['inWebhook', posts],
    ] as const) {
      expect(items).toHaveLength(all.length);
      for (const item of items) {
        const sent = all.find(({ event_id }) => event_id === item.event_id) as Content;
        expect(item).toMatchObject(expected(sent, fieldsIn(place)));
        for (const name of fieldNames) expect([name, name in item]).toEqual([name, eventFields[name][place]]);
      }
    }
  });

  const [first] = all as [Content];
  const entryOf = async ({ event_id: id }: Content) => (await events.log(advertiser, { id, outcome: 'matched' })).events[0] ?? {};
  const expectFields = (item: object, isShown: (name: EventFieldName) => boolean) => {
    expect(item).toMatchObject(expected(first, fieldNames.filter(isShown)));
    for (const name of fieldNames) expect([name, name in item]).toEqual([name, isShown(name)]);
  };

  it("are in the console's file", async () => {
    const line = lineOf(await entryOf(first));
    const isColumn = (name: EventFieldName) => eventFields[name].inCsv;
    expectFields(Object.fromEntries(columns.map((name, at) => [name, line[at]])), isColumn);
  });

  it('are shown by the command line: the receipt, its table, and the log', async () => {
    const show = ['events', 'show', first.event_id];
    const receipt = JSON.parse(await adtrail([...show, '--json']));
    expectFields(receipt, (name) => eventFields[name].inExport);
    const table = await adtrail(show);
    for (const name of fieldsIn('inExport')) {
      const text = shownOf(first)[name];
      const cell = typeof text === 'object' ? JSON.stringify(text) : String(text);
      expect(table).toMatch(new RegExp(`^${name} +${RegExp.escape(cell)} *$`, 'm'));
    }
    const list = await adtrail(['events', 'list', '--limit', '100', '--json']);
    const entries = JSON.parse(list).events as { event_id: string; outcome: string }[];
    const entry = entries.find(({ event_id, outcome }) => event_id === first.event_id && outcome === 'matched');
    expectFields(entry ?? {}, (name) => eventFields[name].inLog);
  });

  it('are shown by the tools of assistants', async () => {
    const reader = {
      zone: 'UTC',
      now: () => app.world.clock.now,
      async get(path: string, query: Record<string, string | undefined>) {
        const parameters = new URLSearchParams();
        for (const [name, value] of Object.entries(query)) if (value) parameters.set(name, value);
        const answer = await app.send(new Request(`https://api.example${path}?${parameters}`, { headers: advertiser.headers }));
        return { status: answer.status, body: await answer.json() };
      },
    } as never;
    const scope = { environment: 'live', event_id: first.event_id, outcome: 'matched', limit: 20 } as never;
    const { event } = (await explained.run(scope, reader)).structuredContent as { event: object };
    expectFields(event, (name) => eventFields[name].inMcp);
    const { events: entries } = (await listed.run(scope, reader)).structuredContent as { events: Content[] };
    const entry = entries.find(({ event_id }) => event_id === first.event_id);
    expectFields(entry ?? {}, (name) => eventFields[name].inMcp && eventFields[name].inLog);
  });

  it('are a conflict under the same ID where the table says so, and a difference otherwise', async () => {
    const [sent] = all as [Content];
    const others: Content = {
      ...content(await advertiser.click(), sent.event_id),
      event_type: 'signup_completed',
      occurred_at: '2026-11-21T11:00:00.000Z',
      external_user_id: 'other',
      value: 13,
      currency: 'USD',
      properties: { note: 'other' } as Content['properties'],
      consent: { ad_user_data: 'denied', ad_personalization: 'denied' },
    };
    const answer = await events.send(advertiser, others);
    const compared = fieldNames.filter((name) => name !== 'event_id');
    expect(answer.body).toMatchObject({
      warnings: [{ code: 'event_id_payload_mismatch', fields: compared }],
    });
    await run(app);
    const { conflict } = await events.receipt(advertiser, sent.event_id);
    expect(conflict?.fields).toEqual(fieldsIn('inConflict'));
    expect(conflict?.sent).toEqual({
      event_type: 'signup_completed',
      svc_click_id: others.svc_click_id,
      value: '13.00',
      currency: 'USD',
    });
  });
});
