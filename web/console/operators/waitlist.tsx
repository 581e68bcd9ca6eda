import { Badge, Text } from '@mantine/core';
import { RowTable } from '../kit/data-table.tsx';
import { ExportList } from '../kit/export.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { Empty, Page, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { operate } from './api.ts';
import { ActButton } from './kit/act.tsx';
import { UserLink } from './kit/user-link.tsx';

export function WaitlistPage() {
  const list = useList(['operators', 'waitlist'], (page) => operate('listWaitlist', { query: { limit: 50, ...page } as never }));
  const accounts = list.data?.pages.flatMap((page) => page.accounts) ?? [];
  return (
    <Page
      title="Waitlist"
      about="Accounts whose company description was flagged, or that an operator put here. Discoveries, plans, prompts and own ads return 403 for them."
      actions={
        <ExportList
          size="sm"
          file="waitlist"
          header={['user_id', 'email', 'company', 'source', 'categories', 'reason', 'added_at']}
          list={list}
          lines={(page) =>
            page.accounts.map((account) => [
              account.user_id,
              account.email,
              account.company ?? '',
              account.source,
              account.categories.join(' '),
              account.reason ?? '',
              account.added_at,
            ])
          }
        />
      }
    >
      <Section title="Accounts" padding={0}>
        <Listed query={list} rows={accounts} height={240} empty={<Empty title="Nobody is on the waitlist" />}>
          <RowTable
            minWidth={640}
            rows={accounts}
            keyOf={({ user_id }) => user_id}
            columns={[
              [
                'Account',
                ({ user_id: id, email, company }) => (
                  <>
                    <UserLink id={id}>{email}</UserLink>
                    <Text fz="xs" c="dimmed" className="anywhere">
                      {company}
                    </Text>
                  </>
                ),
                'anywhere',
              ],
              ['Description', ({ company_short_desc }) => company_short_desc ?? '–', 'anywhere'],
              [
                'Why',
                ({ categories, reason }) => (
                  <>
                    {categories.map((category) => (
                      <Badge key={category} color="red" mr={4}>
                        {category}
                      </Badge>
                    ))}
                    {reason}
                  </>
                ),
                'anywhere',
              ],
              ['Since', ({ added_at }) => <Time at={added_at} ago />],
              [
                ['Actions', 'hidden'],
                ({ user_id, email }) => (
                  <ActButton
                    operation="setWaitlist"
                    args={{ body: { user_id, on_waitlist: false } }}
                    button="Take off"
                    name={`Take off the waitlist: ${email}`}
                    title={`Take ${email} off the waitlist`}
                    about="Takes effect with the next request of the account. The same text does not flag it again. Undo it on the page of the user."
                    result={() => 'Not on the waitlist any more.'}
                  />
                ),
              ],
            ]}
          />
        </Listed>
      </Section>
    </Page>
  );
}
