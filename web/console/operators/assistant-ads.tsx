import { Badge } from '@mantine/core';
import { RowTable } from '../kit/data-table.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { Empty, Page, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { operate } from './api.ts';
import { UserLink } from './kit/user-link.tsx';

export function AssistantAdsPage() {
  const list = useList(['operators', 'assistant-ads'], (page) => operate('listAssistantAds', { query: { limit: 50, ...page } as never }), {
    // Every view is an audit entry.
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
  const accounts = list.data?.pages.flatMap((page) => page.accounts) ?? [];
  return (
    <Page
      title="Assistant ads"
      about="Ad accounts at the conversational assistant. Reports are made each day for those that are enabled and have an account. Change them on the user’s page; start reports on the page Jobs."
    >
      <Section title="Ad accounts" padding={0}>
        <Listed query={list} rows={accounts} height={240} empty={<Empty title="No ad account yet" />}>
          <RowTable
            minWidth={640}
            label="Table of ad accounts"
            rows={accounts}
            keyOf={({ user_id }) => user_id}
            columns={[
              ['User', ({ user_id: id, email }) => <UserLink id={id}>{email}</UserLink>, 'anywhere'],
              [
                'State',
                ({ enabled, account_id: id }) => (
                  <Badge color={enabled ? (id ? 'teal' : 'orange') : 'gray'}>
                    {enabled ? (id ? 'Enabled' : 'Without an account') : 'Disabled'}
                  </Badge>
                ),
              ],
              ['Ad account', ({ account_id }) => account_id ?? '–', 'anywhere'],
              ['Key in the secret', ({ credential_ref }) => credential_ref ?? 'The common one', 'anywhere'],
              ['Changed', ({ changed_at }) => <Time at={changed_at} ago />],
            ]}
          />
        </Listed>
      </Section>
    </Page>
  );
}
