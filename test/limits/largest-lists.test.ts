// Slow: it sends the largest lists of every operation.
import { readFileSync } from 'node:fs';
import { endpoints } from '#functions/groups.ts';
import { trafficSignals } from '#shared/clicks/rules/traffic.ts';
import { webhookEventTypes } from '#shared/messages/webhook-event-types.ts';
import { maxPairYears } from '#shared/spend/store/exchange-rates.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { ask } from '#test/http/ask.ts';
import { withCredentials } from '#test/http/credentials.ts';

type Schema = { $ref?: string; maxItems?: number } & Record<string, unknown>;
const { components, paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, { operationId: string; requestBody?: { content: object } }>>;
};

/** Finds `maxItems` behind references, too. An array of 0 stands for an empty list. */
function hasBoundedList(value: unknown, seen = new Set<string>()): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { $ref, maxItems, ...rest } = value as Schema;
  if ($ref !== undefined) {
    if (seen.has($ref)) return false;
    return hasBoundedList(components.schemas[$ref.split('/').at(-1) ?? ''], new Set([...seen, $ref]));
  }
  return (maxItems ?? 0) > 0 || Object.values(rest).some((inner) => hasBoundedList(inner, seen));
}
const operations = Object.values(paths)
  .flatMap((path) => Object.values(path))
  .filter(({ requestBody }) => hasBoundedList(requestBody?.content))
  .map(({ operationId }) => operationId);

/** Other tests send the largest bodies of these, or the service bounds all of the body instead. */
const elsewhere: Record<string, string> = {
  createReconciliation: 'test/night/largest-inputs.night.ts',
  createSpendImport: 'test/night/largest-inputs.night.ts',
  sendConversion: 'a batch is bounded by 5 MB: test/api/conversions/send-batch.test.ts',
  sendChannelEvents: 'a batch is bounded by 5 MB: test/api/conversions/send-batch.test.ts',
  sendPixelEvents: 'bounded by 262,144 bytes: test/api/pixel',
  generateTemplatePrompt: 'bounded by 6 MB: test/api/prompts',
  removeRecoveredSettings: 'six words, of a recovered account: test/api/accounts/deletion/recovery.test.ts',
  setLicence: 'a team of 25 is of users, and has no texts: test/api/operators/licences',
};

type Text = (length: number, at: number) => string;
const each = <T>(count: number, entryOf: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => entryOf(at));
const label = (at: number) => at.toString(36).padStart(4, '0');
const host = (at: number) =>
  `${label(at)}.${`${'a'.repeat(60)}.`.repeat(3)}`.slice(0, 92).replace(/\.$/, 'a');
const origins = each(50, (at) => `https://${host(at)}.example`);
const types = each(50, (at) => `t${'a'.repeat(59)}${label(at)}`);
const currencies = Intl.supportedValuesOf('currency').filter((code) => code !== 'USD');

const bodies: Record<string, (text: Text) => object> = {
  setSpendAliases: (text) => ({
    aliases: each(1000, (at) => ({
      ...{ level: 'ad_group', network: 'x'.repeat(30), value: text(200, at), name: text(500, at) },
    })),
  }),
  setExchangeRates: () => ({
    rates: each(5000, (at) => ({
      day: dayAfter('2026-01-01', Math.floor(at / maxPairYears)),
      ...{ from: currencies[at % maxPairYears], to: 'USD', rate: `123456789012.1234567${10_000 + at}` },
    })),
  }),
  adjustEvents: (text) => ({
    adjustments: each(1000, (at) => ({
      ...{ event_id: text(256, at), net_value: '999999999999.12345678901234567891', currency: 'USD' },
      ...{ reason: 'cancellation', note: text(200, at), effective_at: '2026-11-20T10:00:00.123+14:00' },
    })),
  }),
  changeChannelRules: (text) => ({
    rules: each(50, (at) => ({
      ...{ id: `r${'a'.repeat(35)}${label(at)}`, host: `${host(at)}.com`, channel: 'paid_search' },
      ...{ source: text(100, at), medium: text(100, at), campaign_prefix: text(100, at) },
    })),
  }),
  changeTrafficRules: () => ({
    staff_networks: each(50, (at) => `2001:db8:aa${at.toString(16).padStart(2, '0')}::/48`),
    rules_off: [...trafficSignals],
  }),
  changeReconciliationRules: (text) => ({
    excluded_statuses: each(50, (at) => text(100, at)),
    excluded_channels: each(50, (at) => text(100, at)),
    ...{ exclude_tests: true, coverage_bound: 0.123456789 },
  }),
  createKey: (text) => ({
    ...{ name: text(100, 1), kind: 'public', environment: 'live', allowed_origins: origins },
  }),
  changeSettings: () => ({ allowed_origins: origins, conversion_event_types: types }),
  createWebhookEndpoint: (text) => ({
    url: `https://hooks.shop.com/${'a'.repeat(2024)}`,
    ...{ description: text(200, 1), environment: 'live', events: [...webhookEventTypes] },
  }),
  changeWebhookEndpoint: () => ({ events: [...webhookEventTypes] }),
};

it('every operation that takes a bounded list is sent its largest list, or says where', () => {
  expect(operations.toSorted()).toEqual([...Object.keys(bodies), ...Object.keys(elsewhere)].sort());
});

/** Lengths are counted in UTF-16, so letters of three bytes make the most bytes; one of four ends each text. */
const text: Text = (length, at) => `${label(at)}${'広'.repeat(length)}`.slice(0, length - 2).concat('😀');

describe('a list at its documented maximum, with texts at full length in letters of three and four bytes', () => {
  let credentials: Awaited<ReturnType<typeof withCredentials>>;
  beforeAll(async () => {
    credentials = await withCredentials();
  });

  it.each(Object.keys(bodies).filter((id) => id !== 'changeWebhookEndpoint'))(
    '%s takes its largest list',
    async (id) => {
      const endpoint = endpoints.find((candidate) => candidate.id === id);
      if (!endpoint) throw new Error(id);
      const { app, good } = credentials;
      const raw = JSON.stringify(bodies[id]?.(text));
      const sent = good[endpoint.auth as keyof typeof good]();
      const query = id === 'changeSettings' ? { pixel_key: good.pixelKey().body?.key } : {};
      const { status, json } = await ask(app.send, endpoint, { credentials: sent, raw, query });
      expect([status, status < 300 ? '' : JSON.stringify(json).slice(0, 500)]).toEqual([
        expect.toSatisfy((answered: number) => answered >= 200 && answered < 300),
        '',
      ]);
      await app.settle();
    },
  );
});
