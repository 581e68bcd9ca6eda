import { Alert, Anchor, Group, Progress, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { countText } from '../kit/money.ts';
import { accountTitle, networkTitle } from '../kit/networks.ts';
import { ProblemTable } from '../kit/problem-table.tsx';
import { changesText, daysText } from './difference.tsx';
import type { Result } from './send.ts';

const pollMs = 1000;

export function Outcome({ name, result, close }: { name: string; result: Result; close: () => void }) {
  const { environment } = useScope();
  const queries = useQueryClient();
  const id = result.import_id ?? '';
  const isOpen = result.status === 'pending' || result.status === 'running';
  const running = useQuery({
    queryKey: ['spend-import', id, environment],
    queryFn: () => call('readSpendImport', { params: { id }, query: { environment } }),
    enabled: isOpen && id !== '',
    refetchInterval: ({ state }) => (state.data && !['pending', 'running'].includes(state.data.status) ? false : pollMs),
  });
  const now = running.data ?? { ...result, percent: isOpen ? 0 : 100, problems: [], problem_count: 0 };
  const isEnded = now.status === 'completed' || now.status === 'failed';
  useEffect(() => {
    if (isOpen && isEnded) queries.invalidateQueries();
  }, [isOpen, isEnded, queries]);
  if (now.status === 'failed')
    return (
      <Alert color="red" title={`${name} was not imported`} withCloseButton onClose={close} {...closing}>
        <ProblemTable problems={now.problems} count={now.problem_count} />
      </Alert>
    );
  if (!isEnded)
    return (
      <Alert color="blue" title={`${name} is being imported`} role="status">
        <Progress value={now.percent} aria-label="Progress of the import" animated />
        <Text fz="sm" mt={6}>
          {now.percent > 0 ? `${now.percent}% of its days are visible.` : 'It waits for its turn.'} You can leave this page.
        </Text>
      </Alert>
    );
  const facts = `${networkTitle(result.network)}, ${accountTitle(result.account)}`;
  return (
    <Alert color="teal" title={`${name} is imported`} withCloseButton onClose={close} role="status" {...closing}>
      <Text fz="sm" className="anywhere">
        {facts}: {countText(now.rows)} {now.rows === 1 ? 'row' : 'rows'}, {daysText(now.from, now.to, now.days)}.{' '}
        {now.unchanged ? 'The same content counted already.' : `${changesText(now)}.`}
      </Text>
      <Group gap="md" mt={6}>
        <Anchor component={Link} to="/performance" fz="sm">
          See what these ads earned
        </Anchor>
      </Group>
    </Alert>
  );
}

const closing = { closeButtonLabel: 'Close', className: 'anywhere' };
