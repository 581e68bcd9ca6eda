import { Progress, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Button } from '../kit/button.tsx';
import { Choice } from '../kit/choice.tsx';
import { download } from '../kit/download.ts';
import { Icon } from '../kit/icon.tsx';
import { Empty, Loaded, Page, Problem, Section } from '../kit/page.tsx';
import { waitEvery } from '../kit/poll.ts';
import { readable } from '../kit/reasons.ts';
import { PlanView } from './plan-view.tsx';
import { keywordsSearch } from './search.ts';

/** The menu lists this number of plans. An address opens any plan. */
const mostVersions = 50;

export function KeywordsPage() {
  const [taskId, setTaskId] = useState<string | null>(null);
  const [beganAt, setBeganAt] = useState(0);
  const { version } = useValidSearch(keywordsSearch);
  const change = useChangeSearch();
  const queries = useQueryClient();
  const latest = useQuery({ queryKey: ['plan'], queryFn: () => call('readKeywordPlan', { query: {} }) });
  const newest = latest.data?.plan?.version ?? 0;
  const earlier = useQuery({
    queryKey: ['plan', version],
    queryFn: () => call('readKeywordPlan', { query: { version: version ?? 1 } }),
    enabled: version !== undefined,
    retry: false,
  });
  const plan = version === undefined ? latest : earlier;
  const versions = Array.from({ length: Math.min(newest, mostVersions) }, (_, at) => newest - at).map(
    (version) => [String(version), `Version ${version}${version === newest ? ' (newest)' : ''}`] as const,
  );
  const show = (chosen: number | undefined) => change({ version: chosen === newest ? undefined : chosen });
  const make = useMutation<Answer<'planKeywords'>, ApiError>({
    mutationFn: () => call('planKeywords', {} as never),
    onSuccess: ({ task_id }) => {
      if (version !== undefined) show(undefined);
      setBeganAt(Date.now());
      setTaskId(task_id);
    },
  });
  const task = useQuery({
    queryKey: ['plan-task', taskId],
    queryFn: () => call('readKeywordPlanTask', { params: { task_id: taskId ?? '' } }),
    enabled: taskId !== null,
    refetchInterval: ({ state }) =>
      state.data?.status === 'completed' || state.data?.status === 'failed' ? false : waitEvery(Date.now() - beganAt),
  });
  const status = task.data?.status;
  useEffect(() => {
    if (status === 'completed') queries.invalidateQueries({ queryKey: ['plan'] });
  }, [status, queries]);
  const isMaking = make.isPending || (taskId !== null && status !== 'completed' && status !== 'failed' && !task.isError);
  const csv = useMutation<string, ApiError>({
    mutationFn: async () => String(await call('readKeywordPlan', { query: { format: 'csv', ...(version && { version }) } })),
    onSuccess: (text) => download(`keyword-plan${version ? `-version-${version}` : ''}.csv`, text),
  });
  const button = (
    <Button onClick={() => make.mutate()} loading={isMaking} variant={newest > 0 ? 'default' : 'filled'}>
      {newest > 0 ? 'Make a new plan' : 'Make a plan'}
    </Button>
  );
  return (
    <Page
      title="Keyword plan"
      about="Two search campaigns for your company, ready to import."
      actions={
        newest > 0 && (
          <>
            {newest > 1 && (
              <Choice label="Version" value={String(version ?? newest)} choices={versions} choose={(chosen) => show(Number(chosen))} />
            )}
            {button}
            <Button leftSection={<Icon name="download" size={14} />} onClick={() => csv.mutateAsync()}>
              Download CSV
            </Button>
          </>
        )
      }
    >
      {[make, csv, task].map(({ isError, error }) => isError && <Problem key={String(error)} error={error} />)}
      {status === 'failed' && <Problem error={new Error(task.data?.error ?? 'The plan could not be made. Try again.')} />}
      {isMaking && (
        <div role="status">
          <Text fz="sm" mb={4}>
            The plan is being made. It takes about half a minute, also if you leave this page
            {task.data ? `: ${readable(task.data.progress.stage).toLowerCase()} …` : '.'}
          </Text>
          <Progress value={task.data?.progress.percent ?? 0} animated aria-label="Progress of the plan" />
        </div>
      )}
      <Loaded query={plan} height={360}>
        {({ plan: latest }) =>
          latest ? (
            <PlanView plan={latest} />
          ) : (
            <Section title="No plan yet">
              <Empty title="Make your first keyword plan" action={button}>
                The plan is made from your website and your competitors: ten keywords for your brand, ten for what you sell. It takes about
                half a minute.
              </Empty>
            </Section>
          )
        }
      </Loaded>
    </Page>
  );
}
