import { Alert, Badge, Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError } from '../core/api.ts';
import { Loading } from '../kit/page.tsx';
import { type Areas, Shell } from '../kit/shell.tsx';
import { operate } from './api.ts';
import { Acts } from './kit/act.tsx';
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
] as const satisfies Areas;

export function OperatorsShell() {
  const isIn = useSyncExternalStore(onOperatorChange, isOperatorSignedIn);
  const queries = useQueryClient();
  useEffect(() => {
    // Data is removed only after the pages are gone, because pages would load removed data again.
    if (!isIn) queries.removeQueries({ queryKey: ['operators'] });
  }, [isIn, queries]);
  return isIn ? <SignedIn /> : <OperatorSignIn />;
}

function SignedIn() {
  const me = useOperator();
  // Listing the operators adds no audit entry, and shows whether this stage admits the operator.
  const admitted = useQuery({
    queryKey: ['operators', 'people'],
    queryFn: () => operate('listDevUsers', {}),
    staleTime: 5 * 60_000,
  });
  const needsFactor = admitted.error instanceof ApiError && admitted.error.code === 'mfa_enrollment_required';
  // A page asks for the same list, so a failed list is pending again as the page opens.
  const isFirst = admitted.isPending && admitted.errorUpdateCount === 0;
  return (
    <Shell
      areas={areas}
      badge={
        <Badge color="grape" className="wide">
          Operators
        </Badge>
      }
      actions={
        <>
          <Text fz="sm" c="dimmed" className="wide">
            {me.data ? `${me.data.full_name ?? me.data.email}${me.data.role === 'read' ? ' (read-only)' : ''}` : ''}
          </Text>
          <Button size="xs" variant="default" onClick={operatorSignOut}>
            Sign out
          </Button>
        </>
      }
    >
      {needsFactor ? (
        <SecondFactor />
      ) : isFirst ? (
        <Loading height={300} />
      ) : (
        <Acts>
          <Outlet />
        </Acts>
      )}
      {admitted.isError && !needsFactor && (
        <Alert color="red" mt="md" role="alert">
          {admitted.error.message}
        </Alert>
      )}
    </Shell>
  );
}
