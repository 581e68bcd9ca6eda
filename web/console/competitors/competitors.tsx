import { Alert, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { useMe } from '../core/me.ts';
import { Button } from '../kit/button.tsx';
import { onSubmit } from '../kit/form.tsx';
import { Loaded, Page, Problem, Section } from '../kit/page.tsx';
import { PageTabs } from '../kit/page-tabs.tsx';
import { waitEvery } from '../kit/poll.ts';
import { readable } from '../kit/reasons.ts';
import { CompetitorsAds } from './ads.tsx';
import { Cards } from './cards.tsx';
import { OwnAds } from './own-ads.tsx';
import { Prompts } from './prompts.tsx';
import { useCompetitorsSearch } from './search.ts';

export function CompetitorsPage() {
  const competitors = useQuery({
    queryKey: ['competitors'],
    queryFn: () => call('listCompanyCompetitors', {}),
  });
  const { search } = useCompetitorsSearch();
  const has = (competitors.data?.total ?? 0) > 0;
  return (
    <Page title="Competitors" about="Who competes with you, what they advertise, and prompts made from their ads.">
      <Discovery hasCompetitors={has} isQuiet={competitors.isError && search.tab === undefined} />
      <PageTabs
        value={search.tab}
        tabs={[
          [
            'competitors',
            'Competitors',
            <Loaded key="competitors" query={competitors} height={240}>
              {({ competitors: list }) => <Cards competitors={list} />}
            </Loaded>,
          ],
          ['ads', 'Their ads', <CompetitorsAds key="ads" names={competitors.data?.competitors.map(({ name }) => name) ?? []} />],
          ['own', 'Your ads', <OwnAds key="own" />],
          ['prompts', 'Prompts', <Prompts key="prompts" />],
        ]}
      />
    </Page>
  );
}

type Task = NonNullable<Answer<'readDiscoveryStatus'>['task']>;
const isRunning = (task: Task | null | undefined) => task?.status === 'pending' || task?.status === 'running';

/** A single error is enough when the list below failed as well, so `isQuiet` hides this error. */
function Discovery({ hasCompetitors, isQuiet }: { hasCompetitors: boolean; isQuiet: boolean }) {
  const me = useMe();
  const queries = useQueryClient();
  const [website, setWebsite] = useState<string | null>(null);
  const [beganAt, setBeganAt] = useState(Date.now);
  const status = useQuery({
    queryKey: ['discovery'],
    queryFn: () => call('readDiscoveryStatus', {}),
    refetchInterval: ({ state }) => (isRunning(state.data?.task) ? waitEvery(Date.now() - beganAt) : false),
  });
  const task = status.data?.task;
  const running = isRunning(task);
  useEffect(() => {
    if (task?.status === 'completed') queries.invalidateQueries({ queryKey: ['competitors'] });
  }, [task?.status, queries]);
  const start = useMutation<Answer<'discover'>, ApiError>({
    mutationFn: () =>
      call('discover', {
        body: { company_website: (website ?? me.data?.company_website ?? '').trim(), async_mode: true },
      }),
    onSuccess: () => {
      setBeganAt(Date.now());
      status.refetch();
    },
  });
  return (
    <Section
      title={hasCompetitors ? 'Find more competitors' : 'Find your competitors'}
      about="We search the web for companies that sell to your customers, and check each of them. It takes up to a minute."
    >
      <Stack gap="sm">
        <form onSubmit={onSubmit(() => start.mutate())}>
          <Group align="flex-end" gap="xs">
            <TextInput
              label="Your website"
              placeholder="shop.example"
              value={website ?? me.data?.company_website ?? ''}
              onChange={(event) => setWebsite(event.currentTarget.value)}
              required
              error={start.error?.fields.company_website}
              style={{ flex: '1 1 220px', maxWidth: 380 }}
            />
            <Button type="submit" loading={start.isPending} disabled={running}>
              {running ? 'Searching …' : 'Search'}
            </Button>
          </Group>
        </form>
        {running && task && (
          <div role="status" aria-live="polite">
            <Text fz="sm" mb={4}>
              {readable(task.progress.stage)} … {task.progress.percent}%
            </Text>
            <Progress value={task.progress.percent} animated aria-label="Progress of the search" />
          </div>
        )}
        {task?.status === 'failed' && (
          <Alert color="orange" title="The last search did not succeed">
            Search again. {'error' in task && typeof task.error === 'string' ? task.error : ''}
          </Alert>
        )}
        {start.isError && <Problem error={start.error} />}
        {status.isError && !isQuiet && <Problem error={status.error} retry={() => status.refetch()} />}
      </Stack>
    </Section>
  );
}
