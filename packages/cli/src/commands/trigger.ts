import { randomBytes } from 'node:crypto';
import type { Command } from '../command.ts';
import { Failure } from '../failure.ts';
import { table } from '../table.ts';
import { oneLine } from '../visible.ts';
import { clientOf, failureOf, sentence } from './send.ts';

type Key = { kind: string; environment: string; pixel_key: string | null; revoked_at: string | null };

type Step = {
  event_type: string;
  value?: number;
  hasClick?: false;
};
type Story = { summary: string; steps: readonly Step[] };
const order = { event_type: 'order_created', value: 25.99 };

export const stories: Record<string, Story> = {
  purchase: {
    summary: 'click, sign-up, checkout, order',
    steps: [{ event_type: 'signup_completed' }, { event_type: 'checkout_started', value: 25.99 }, order],
  },
  subscription: {
    summary: 'click, sign-up, trial, subscription',
    steps: [{ event_type: 'signup_completed' }, { event_type: 'trial_started' }, { event_type: 'subscription_started', value: 9.99 }],
  },
  repeat: {
    summary: 'click, order, the same order again: it counts once',
    steps: [order, order],
  },
  unattributed: {
    summary: 'click, order that does not name the click: no ad earns it',
    steps: [{ ...order, hasClick: false }],
  },
};

export const trigger: Command = {
  name: 'trigger',
  summary: 'Make an ad click and an event that it earns, or a whole story',
  args: '[event_type or story]',
  choices: Object.keys(stories),
  options: {
    list: { text: 'List the stories' },
    campaign: { value: 'NAME', text: 'Campaign of the click (default: cli_trigger)' },
    value: { value: 'N', text: 'Value of the last event (default: 25.99 for orders)' },
    currency: { value: 'CODE', text: 'Default: USD' },
    'public-key': { value: 'KEY', text: 'Public key of the pixel (default: the first of your account)' },
  },
  examples: [
    'adtrail trigger order_created',
    'adtrail trigger signup_completed --campaign spring',
    'adtrail trigger purchase',
    'adtrail trigger --list',
  ],
  async run(context) {
    const { args, text, isSet, api, print, config, note } = context;
    if (isSet('list')) {
      const rows = Object.entries(stories).map(([name, { summary, steps }]) => ({
        story: name,
        what: summary,
        events: steps.map(({ event_type }) => event_type),
      }));
      return print({ stories: rows }, table(rows, ['story', 'what']));
    }
    const [name = 'order_created'] = args;
    const story = Object.hasOwn(stories, name) ? stories[name] : undefined;
    const isOrder = /^(order_created|purchase_completed)$/.test(name);
    const steps = story?.steps ?? [{ event_type: name, ...(isOrder && { value: 25.99 }) }];
    const client = clientOf(context);
    const environment = config.secretKey?.startsWith('sk_test_') ? 'test' : 'live';
    const key = text('public-key') ?? (await publicKey(context, environment));
    if (environment === 'live') note('The key is a live one: the event counts in your reports.');
    const campaign = text('campaign') ?? 'cli_trigger';
    const url = `https://shop.example/?svc_campaign=${encodeURIComponent(campaign)}&svc_ad_group=cli&svc_ad_id=trigger`;
    const click = await api('POST', '/api/v1/pixel/sessions', { auth: 'none', body: { key, url } });
    const svc_click_id = String(click.body.sid);
    if (story) print({ svc_click_id, campaign, url }, oneLine(`${svc_click_id}  click: ${campaign}`));
    const visit = randomBytes(6).toString('hex');
    for (const [index, { event_type, value, hasClick = true }] of steps.entries()) {
      const isLast = index === steps.length - 1;
      const result = await client
        .track({
          event_type,
          event_id: `${event_type}:trigger-${visit}`,
          currency: text('currency'),
          ...(hasClick && { svc_click_id }),
          value: (isLast ? text('value') : undefined) ?? value,
        })
        .catch((error) => {
          throw failureOf(error);
        });
      print(result, sentence(result));
    }
  },
};

async function publicKey({ api }: { api: Parameters<Command['run']>[0]['api'] }, environment: string): Promise<string> {
  const { body } = await api('GET', '/api/v1/pixel/keys');
  const publicKey = (body.keys as Key[]).find((key) => key.kind === 'public' && key.environment === environment && !key.revoked_at);
  if (publicKey?.pixel_key) return publicKey.pixel_key;
  throw new Failure(`No public key for ${environment}. Run \`adtrail keys create --kind public\`.`, {
    code: 'no_public_key',
  });
}
