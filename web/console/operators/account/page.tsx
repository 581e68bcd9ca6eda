import { Alert, Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Copyable } from '../../kit/copy.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Loaded, Page, Section } from '../../kit/page.tsx';
import { readable } from '../../kit/reasons.ts';
import { Time } from '../../kit/time.tsx';
import { operate } from '../api.ts';
import { useMayWrite } from '../me.ts';
import { Results } from '../search.tsx';
import { Access } from './access.tsx';
import type { Account } from './account.ts';
import { UserActivity } from './activity.tsx';
import { Clients } from './clients.tsx';
import { Credits } from './credits.tsx';
import { Events } from './events.tsx';
import { Keys } from './keys.tsx';
import { Mails } from './mails.tsx';
import { Settings } from './settings.tsx';

export function AccountPage() {
  const { userId } = useParams({ strict: false }) as { userId: string };
  const account = useQuery({
    queryKey: ['operators', 'account', userId],
    queryFn: () => operate('readAccount', { params: { user_id: Number(userId) } }),
    // Every view is an audit entry.
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
  const mayWrite = useMayWrite();
  return (
    <Page
      title={account.data?.user.email ?? `User ${userId}`}
      about="Everything that operators manage of an account. Views and changes are recorded with your name."
      actions={
        <Link to="/operators/audit" search={{ user: Number(userId) } as never}>
          Audit of this user
        </Link>
      }
    >
      <Loaded query={account} height={500}>
        {(data) => (
          <Stack gap="lg">
            {data.deleted_at && (
              <Alert color="orange" title="Deleted by its owner">
                <Time at={data.deleted_at} />. It can be restored by its owner for 30 days, and is erased then.
              </Alert>
            )}
            {!mayWrite && (
              <Text fz="sm" c="dimmed">
                Your role may only read, so the actions are hidden.
              </Text>
            )}
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
              <Profile account={data} />
              <Access account={data} />
            </SimpleGrid>
            <Credits account={data} />
            <Keys account={data} />
            <Events account={data} />
            <Mails account={data} />
            <UserActivity userId={data.user.id} />
            <Settings account={data} />
            <Clients account={data} />
            <Results q="" userId={data.user.id} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Profile({ account: { user, email_verified } }: { account: Account }) {
  return (
    <Section title="Profile">
      <Facts
        facts={[
          ['User', <Copyable key="id" value={String(user.id)} />],
          [
            'Status',
            <Group key="status" gap={6}>
              <Badge color={user.is_active ? 'teal' : 'red'}>{user.is_active ? 'Active' : 'Invalidated'}</Badge>
              {user.on_waitlist && <Badge color="orange">On the waitlist</Badge>}
              {user.paid_status !== 'none' && <Badge>{`Paid: ${readable(user.paid_status).toLowerCase()}`}</Badge>}
            </Group>,
          ],
          ['E-mail', `${user.email} (${email_verified ? 'verified' : 'not verified'})`],
          ['Phone', user.phone],
          ['Name', user.full_name],
          ['Company', user.company],
          ['Website', user.company_website],
          ['Description', user.company_short_desc],
          ['Role', user.role],
          ['Time zone', user.timezone],
          ['Created', <Time key="created" at={user.created_at} />],
        ]}
      />
    </Section>
  );
}
