import { Alert, Badge, Burger, Button, Group, NavLink, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError } from '../core/api.ts';
import { Icon, type IconName } from '../kit/icon.tsx';
import { Logo } from '../kit/logo.tsx';
import { Loading } from '../kit/page.tsx';
import { useActivity } from '../kit/use-poll.ts';
import { operate } from './api.ts';
import { useOperator } from './me.ts';
import { SecondFactor } from './second-factor.tsx';
import { isOperatorSignedIn, onOperatorChange, operatorSignOut } from './session.ts';
import { OperatorSignIn } from './sign-in.tsx';

const areas = [
  { title: 'Find', pages: [['/operators', 'Search', 'keywords']] },
  {
    title: 'Customers',
    pages: [
      ['/operators/waitlist', 'Waitlist', 'account'],
      ['/operators/licences', 'Licences and teams', 'competitors'],
      ['/operators/assistant-ads', 'Assistant ads', 'assistant'],
      ['/operators/webhooks', 'Webhooks received', 'link'],
    ],
  },
  {
    title: 'Run',
    pages: [
      ['/operators/jobs', 'Jobs', 'start'],
      ['/operators/queues', 'Queues', 'funnel'],
      ['/operators/backups', 'Backups', 'download'],
    ],
  },
  {
    title: 'Watch',
    pages: [
      ['/operators/health', 'Health', 'overview'],
      ['/operators/audit', 'Audit', 'events'],
      ['/operators/people', 'Operators', 'account'],
    ],
  },
] as const satisfies {
  title: string;
  pages: (readonly [string, string, IconName])[];
}[];

export function OperatorsShell() {
  const isIn = useSyncExternalStore(onOperatorChange, isOperatorSignedIn);
  const queries = useQueryClient();
  useEffect(() => {
    // The pages would load removed data again, so they go first.
    if (!isIn) queries.removeQueries({ queryKey: ['operators'] });
  }, [isIn, queries]);
  return isIn ? <SignedIn /> : <OperatorSignIn />;
}

function SignedIn() {
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const me = useOperator();
  // The query costs no audit entry, and shows whether this stage admits the operator.
  const admitted = useQuery({
    queryKey: ['operators', 'people'],
    queryFn: () => operate('listDevUsers', {}),
    staleTime: 5 * 60_000,
  });
  useActivity();
  const needsFactor = admitted.error instanceof ApiError && admitted.error.code === 'mfa_enrollment_required';
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="top">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close the menu' : 'Open the menu'}
            />
            <Logo />
            <Badge color="grape" className="wide">
              Operators
            </Badge>
          </Group>
          <Group gap="sm" wrap="nowrap">
            <Text fz="sm" c="dimmed" className="wide">
              {me.data
                ? `${me.data.full_name ?? me.data.email}${me.data.role === 'read' ? ' (read-only)' : ''}`
                : ''}
            </Text>
            <Button size="xs" variant="default" onClick={operatorSignOut}>
              Sign out
            </Button>
          </Group>
        </Group>
      </header>
      <nav className="side" aria-label="Pages" data-open={opened || undefined}>
        {areas.map(({ title, pages }) => (
          <div key={title}>
            <Text fz="xs" fw={600} c="dimmed" px="sm" pt="sm" pb={4}>
              {title}
            </Text>
            {pages.map(([to, label, icon]) => (
              <NavLink
                key={to}
                component={Link}
                to={to}
                activeOptions={{ exact: to === '/operators' }}
                label={label}
                leftSection={<Icon name={icon} />}
                active={to === '/operators' ? pathname === to : pathname.startsWith(to)}
                onClick={close}
                style={{ borderRadius: 8 }}
                py={6}
              />
            ))}
          </div>
        ))}
      </nav>
      <main className="main inner" id="content" tabIndex={-1}>
        <div style={{ maxWidth: 1280, margin: '0 auto' }}>
          {needsFactor ? <SecondFactor /> : admitted.isPending ? <Loading height={300} /> : <Outlet />}
          {admitted.isError && !needsFactor && (
            <Alert color="red" mt="md" role="alert">
              {admitted.error.message}
            </Alert>
          )}
        </div>
      </main>
    </>
  );
}
