import { randomBytes } from 'node:crypto';
import type { Command } from '../command.ts';
import { Failure } from '../failure.ts';
import { clientOf, failureOf, sentence } from './send.ts';

type Key = { kind: string; environment: string; pixel_key: string | null; revoked_at: string | null };

/** A made-up ad click and an event that it earns, both through the real API. */
export const trigger: Command = {
  name: 'trigger',
  summary: 'Make an ad click and an event that it earns',
  args: '[event_type]',
  options: {
    campaign: { type: 'string', value: 'NAME', text: 'Campaign of the click (default: cli_trigger)' },
    value: { type: 'string', value: 'N', text: 'Value of the event (default: 25.99 for orders)' },
    currency: { type: 'string', value: 'CODE', text: 'Default: USD' },
    'public-key': {
      type: 'string',
      value: 'KEY',
      text: 'Public key of the pixel (default: the first of your account)',
    },
  },
  examples: ['adtrail trigger order_created', 'adtrail trigger signup_completed --campaign spring'],
  async run(context) {
    const { args, text, api, print, config, note } = context;
    const [event_type = 'order_created'] = args;
    const client = clientOf(context);
    const environment = config.secretKey?.startsWith('sk_test_') ? 'test' : 'live';
    const key = text('public-key') ?? (await publicKey(context, environment));
    if (environment === 'live') note('The key is a live one: the event counts in your reports.');
    const campaign = encodeURIComponent(text('campaign') ?? 'cli_trigger');
    const url = `https://shop.example/?svc_campaign=${campaign}&svc_ad_group=cli&svc_ad_id=trigger`;
    const click = await api('POST', '/api/v1/pixel/sessions', { auth: 'none', body: { key, url } });
    const isOrder = /^(order_created|purchase_completed)$/.test(event_type);
    const result = await client
      .track({
        ...{ event_type, event_id: `${event_type}:trigger-${randomBytes(6).toString('hex')}` },
        ...{ svc_click_id: String(click.body.sid), currency: text('currency') },
        value: text('value') ?? (isOrder ? 25.99 : undefined),
      })
      .catch((error) => {
        throw failureOf(error);
      });
    print(result, sentence(result));
  },
};

async function publicKey(
  { api }: { api: Parameters<Command['run']>[0]['api'] },
  environment: string,
): Promise<string> {
  const { body } = await api('GET', '/api/v1/pixel/keys');
  const found = (body.keys as Key[]).find(
    (key) => key.kind === 'public' && key.environment === environment && !key.revoked_at,
  );
  if (found?.pixel_key) return found.pixel_key;
  throw new Failure(`No public key for ${environment}. Run \`adtrail keys create --kind public\`.`, {
    code: 'no_public_key',
  });
}
