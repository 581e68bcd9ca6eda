import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';

/** An `href` opens in another tab. */
export type Target = { to: string; search?: object } | { href: string };
export type Entry = {
  group: 'Pages' | 'Actions' | 'Campaigns' | 'Keys' | 'Events' | 'Guides';
  title: string;
  words: string;
  target: Target;
};

const page = (title: string, to: string, words = '', search?: object): Entry => ({
  group: 'Pages',
  title,
  words,
  target: { to, ...(search && { search }) },
});
const action = (title: string, to: string, words: string, search?: object): Entry => ({
  ...page(title, to, words, search),
  group: 'Actions',
});
const guide = (title: string, href: string, words = ''): Entry => ({
  group: 'Guides',
  title,
  words,
  target: { href },
});

const fixed: readonly Entry[] = [
  page('Overview', '/', 'value conversions campaigns dashboard'),
  page('Performance', '/performance', 'spend cost return roas ads campaigns report'),
  page('Events', '/events', 'log'),
  page('Funnel', '/funnel', 'findings quality steps'),
  page('Spend', '/spend', 'import cost report csv google meta'),
  page('Joins of spend', '/spend', 'aliases names campaigns', { tab: 'joins' }),
  page('Exchange rates', '/spend', 'currency convert', { tab: 'rates' }),
  page('Books', '/books', 'orders reconcile reconciliation shop missing refund coverage'),
  page('Get started', '/start', 'pixel install'),
  page('Link builder', '/links', 'macros utm check'),
  page('Channels', '/channels', 'rules paid organic referral utm source medium'),
  page('Keys and settings', '/keys', 'secret public pixel origins window'),
  page('Webhooks', '/webhooks', 'endpoints deliveries'),
  page('Destinations', '/destinations', 'consent conversions api meta google openai user data networks'),
  page('Competitors', '/competitors', 'discovery'),
  page('Their ads', '/competitors', 'competitors wall', { tab: 'ads' }),
  page('Your ads', '/competitors', 'own page', { tab: 'own' }),
  page('Prompts', '/competitors', 'pictures', { tab: 'prompts' }),
  page('Keyword plan', '/keywords', 'negatives'),
  page('Assistant ads', '/assistant-ads', 'reports spend'),
  page('Account', '/account', 'profile password sessions credits team export deletion'),
  page('People and licences', '/account/people', 'team seats members'),
  action('See ads by what they cost', '/performance', 'spend return', { by: 'ad', sort: '-spend' }),
  action('Create a key', '/keys', 'new secret public'),
  action('Import spend', '/spend', 'upload report csv cost'),
  action('Reconcile orders', '/books', 'shopify woocommerce stripe csv missing'),
  action('Add a webhook endpoint', '/webhooks', 'new'),
  action('Build a link', '/links', 'campaign url'),
  action('Check my page', '/links', 'pixel site'),
  action('Add a channel rule', '/channels', 'new partner source'),
  action('Test the channel of a link', '/channels', 'preview utm referrer'),
  action('See rejected events', '/events', 'errors replay fix', { outcome: 'rejected' }),
  action('See events that no ad earned', '/events', 'unmatched not attributed', { outcome: 'unmatched' }),
  action('Refund or cancel an order', '/events', 'return void adjustment'),
  action('Close a month', '/books', 'books stamp reopen', { tab: 'history' }),
  action('Rotate a key', '/keys', 'secret exposed revoke'),
  action('Connect an AI assistant', '/keys', 'mcp claude chatgpt cursor'),
  action('Invite a colleague', '/account/people', 'team member seat licence'),
  action('Erase a visitor', '/account/data', 'delete person privacy gdpr'),
  action('Change the password', '/account/security', 'security'),
  guide('All guides', '/docs/guides'),
  guide('Import spend', '/docs/guides/import-spend', 'google meta tiktok linkedin microsoft export'),
  guide('When your figures differ', '/docs/guides/when-figures-differ', 'orders shop missing'),
  guide('Ask an assistant', '/docs/guides/assistants', 'ai mcp claude chatgpt connect'),
  guide('API documentation', '/docs', 'reference openapi'),
];

export function useEntries(): readonly Entry[] {
  const { environment, zone } = useScope();
  const options = { staleTime: 5 * 60_000, refetchOnWindowFocus: false, retry: false };
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => call('listKeys', {}), ...options });
  const query = { environment, time_zone: zone, group_by: 'campaign' };
  const campaigns = useQuery({
    queryKey: ['palette', query],
    queryFn: () => call('reportConversions', { query }),
    ...options,
  });
  const names = new Set(campaigns.data?.rows.map(({ campaign }) => campaign ?? ''));
  return [
    ...fixed,
    ...[...names].filter(Boolean).map(
      (campaign): Entry => ({
        group: 'Campaigns',
        title: campaign,
        words: 'campaign',
        target: { to: '/', search: { campaign } },
      }),
    ),
    ...(keys.data?.keys ?? []).map(
      ({ id, name }): Entry => ({
        group: 'Keys',
        title: name,
        words: `key ${id}`,
        target: { to: '/events', search: { key: id } },
      }),
    ),
  ];
}
