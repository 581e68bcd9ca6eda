// Slow: it starts processes.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type * as z from 'zod';
import type { ConversionBatchResult } from '#functions/api/conversions/batch-schema.ts';
import type { eventFacts, ClickFacts as ServiceClickFacts } from '#functions/api/events/click-facts-schema.ts';
import { itemJson } from '#packages/node/src/events.ts';
import type {
  ClickFacts,
  ConversionEvent,
  EventClick,
  PaidChannel,
  Problem,
  TrackResult,
  UnmatchedReason,
  UserData,
  Warning,
} from '#packages/node/src/index.ts';
import { testTransport } from '#packages/node/src/testing.ts';
import { version } from '#packages/node/src/version.ts';
import type { channels } from '#shared/clicks/rules/channels.ts';
import type { BatchItemBody, ConversionResult } from '#shared/conversions/event-schema.ts';
import type { UserDataName } from '#shared/destinations/rules/match-keys.ts';
import { startShop } from './service.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** The package has a type for a match and a type for its absence. */
type KeysOf<T> = T extends unknown ? keyof T : never;
type Flat<T> = { [K in keyof T]: T[K] };
/** The service takes any user data, because no order may fail for them. */
type Sent = Omit<z.input<typeof BatchItemBody>, 'validate_only' | 'properties' | 'user_data'>;
type Item = NonNullable<ConversionBatchResult['results']>[number];
type Answered = Omit<Item, 'index' | 'error' | 'event_id' | 'event_type'> & Pick<ConversionResult, 'event_id' | 'event_type'>;

type Paid = { [C in keyof typeof channels]: (typeof channels)[C] extends true ? C : never };
type EventFacts = z.input<z.ZodObject<typeof eventFacts>>;

// `npm run typecheck` fails here when the package and the service differ in a field, a reason or a warning.
const same: {
  event: Same<Flat<Sent>, Flat<Omit<ConversionEvent, 'properties' | 'user_data'>>>;
  userData: Same<keyof UserData, UserDataName>;
  result: [TrackResult] extends [Answered] ? Same<KeysOf<TrackResult>, keyof Answered> : false;
  reason: Same<NonNullable<ConversionResult['reason']>, UnmatchedReason>;
  warning: Same<NonNullable<ConversionResult['warnings']>[number], Warning>;
  clickFacts: Same<z.input<typeof ServiceClickFacts>, ClickFacts>;
  eventClick: Same<Flat<EventFacts>, EventClick>;
  paidChannel: Same<Paid[keyof Paid], PaidChannel>;
  problem: Same<NonNullable<NonNullable<Item['error']>['detail']>[number], Problem>;
} = {
  event: true,
  userData: true,
  result: true,
  reason: true,
  warning: true,
  problem: true,
  clickFacts: true,
  eventClick: true,
  paidChannel: true,
};

it('has the types of the service', () => expect(Object.values(same)).not.toContain(false));

it('has the version of its package', () => {
  expect(version).toBe(JSON.parse(readFileSync('packages/node/package.json', 'utf8')).version);
});

describe('the items that the package sends', () => {
  const { components } = JSON.parse(readFileSync('openapi.json', 'utf8'));
  const ajv = new Ajv2020({ strict: false });
  (addFormats as unknown as (to: object) => void)(ajv);
  ajv.addSchema({ $id: 'api', components });
  const isValid = (name: string, item: unknown) => ajv.validate({ $ref: `api#/components/schemas/${name}` }, item) || ajv.errorsText();
  const common = {
    event_type: 'order_created',
    event_id: 'order_created:1',
    svc_click_id: 's_1',
    currency: 'EUR',
    external_user_id: 'u1',
    properties: { a: [1] },
    consent: { ad_user_data: 'granted', ad_personalization: 'denied' },
    user_data: {
      email: 'jane@example.com',
      email_sha256: { form: 'plain', value: 'ab'.repeat(32) },
      phone: '1',
      external_id: 'u1',
      client_user_agent: 'a',
      client_ip_address: '203.0.113.9',
      event_source_url: 'https://shop.example/',
      fbp: 'f',
      ttp: 't',
      obref: 'o',
    },
  } as const;

  it('the items that the package sends match the OpenAPI document, and use only what it describes', () => {
    for (const [name, event] of [
      ['ConversionEventItem', { ...common, value: '25.99' }],
      ['AssistantChannelEvent', { ...common, amount: 2599 }],
    ] as const) {
      const item = JSON.parse(itemJson(event));
      expect(isValid(name, item)).toBe(true);
      const { properties } = components.schemas[name];
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(item)));
      expect(Object.keys(properties.data?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(item.data ?? {})));
    }
    expect(isValid('ConversionEventItem', { event_type: 'x' })).not.toBe(true);
  });
});

it('has a transport for tests that answers as the service does', async () => {
  const shop = await startShop();
  const transport = testTransport();
  const click = await shop.advertiser.click();
  const run = async (fetch: typeof transport.fetch) => {
    const client = shop.client({ fetch });
    const results = [
      await client.order({ orderId: 1, value: 5, click }),
      await client.order({ orderId: 1, value: 5, click }),
      await client.order({ orderId: 2, amount: 500 }),
      await client.validate({
        event_type: 'order_created',
        event_id: 'order_created:3',
        svc_click_id: click,
      }),
      await client.validate({
        event_type: 'order_created',
        event_id: 'order_created:1',
        svc_click_id: click,
      }),
    ];
    return results.map(({ campaign: _, ad_group: __, ad_id: ___, warnings: ____, ...result }) => result);
  };
  expect(await run(transport.fetch)).toEqual(await run(shop.fetch));
  expect(transport.events.map(({ event_id, value, amount }) => [event_id, value ?? amount])).toEqual([
    ['order_created:1', 5],
    ['order_created:2', 500],
  ]);
  transport.failNext(503);
  expect(await shop.client({ fetch: transport.fetch }).order({ orderId: 4 })).toMatchObject({
    accepted: true,
  });
  expect(transport.events).toHaveLength(3);
});
