import { Badge, Group, NumberInput, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiError } from '../core/api.ts';
import type { Tone } from '../core/theme.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Button } from '../kit/button.tsx';
import { Copyable } from '../kit/copy.tsx';
import { RowTable } from '../kit/data-table.tsx';
import { Facts } from '../kit/facts.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Loaded, Page, Problem, Section } from '../kit/page.tsx';
import { waitEvery } from '../kit/poll.ts';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import { type Answer, operate } from './api.ts';
import { ActButton } from './kit/act.tsx';
import { useMayWrite } from './me.ts';
import { taskSearch } from './search-params.ts';

type Report = Answer<'grantDailyCredits'>;
type GrantId = 'grantDailyCredits' | 'grantNewSignupCredits' | 'topUpPartners' | 'runSubscriptionRenewals';
const grants: { id: GrantId; title: string; about: string }[] = [
  {
    id: 'grantDailyCredits',
    title: 'Daily credits',
    about: 'To all active users, once per user and day.',
  },
  {
    id: 'grantNewSignupCredits',
    title: 'Sign-up credits',
    about: 'To new accounts that have none yet.',
  },
  {
    id: 'topUpPartners',
    title: 'Monthly partner credits',
    about: 'To holders of active licences, once a calendar month.',
  },
  {
    id: 'runSubscriptionRenewals',
    title: 'Renewals',
    about: 'Monthly credits of licences that renew today.',
  },
];

export function JobsPage() {
  const { task } = useValidSearch(taskSearch);
  const mayWrite = useMayWrite();
  return (
    <Page title="Jobs" about="Schedules run them. Here you can do a dry run, then run and follow them.">
      {task && <Task id={task} />}
      {mayWrite && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          {grants.map((job) => (
            <GrantJob key={job.id} job={job} />
          ))}
          <Maintenance />
        </SimpleGrid>
      )}
      <Latest />
    </Page>
  );
}

function useFollow() {
  const navigate = useNavigate();
  return (task: string) => navigate({ to: '/operators/jobs', search: (before: object) => ({ ...before, task }) as never });
}

function GrantJob({ job: { id, title, about } }: { job: (typeof grants)[number] }) {
  const follow = useFollow();
  const [amount, setAmount] = useState<number | string>(5);
  const isDaily = id === 'grantDailyCredits';
  const bodyOf = (dry_run: boolean) => ({ dry_run, ...(isDaily && { credits_amount: Number(amount) }) });
  const dryRun = useMutation<Report, ApiError>({ mutationFn: () => operate(id, { body: bodyOf(true) }) });
  return (
    <Section title={title} about={about}>
      <Stack gap="sm">
        {isDaily && (
          <NumberInput
            hideControls
            label="Credits per user"
            min={1}
            max={1000}
            allowDecimal={false}
            value={amount}
            onChange={(value) => {
              setAmount(value);
              dryRun.reset();
            }}
            maw={160}
          />
        )}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => dryRun.mutateAsync()}>
            Dry run
          </Button>
          <ActButton
            operation={id}
            args={{ body: bodyOf(false) }}
            isMain
            disabled={!dryRun.isSuccess}
            button="Run"
            title={`Run: ${title.toLowerCase()}`}
            about={
              dryRun.data &&
              `Grants about ${countText(dryRun.data.total_credits)} credits to ${countText(dryRun.data.granted)} users. Nobody gets a second grant for the same day or month, so a repeated run is harmless. Single grants can be reversed on the page of the user.`
            }
            done={({ task_id }) => follow(task_id)}
            result={(report) =>
              report.status === 'completed'
                ? `${countText(report.total_credits)} credits granted to ${countText(report.granted)} users; ${countText(report.skipped)} skipped, ${countText(report.failed)} failed.`
                : 'It continues in the background; this page follows it.'
            }
          />
        </Group>
        {dryRun.isError && <Problem error={dryRun.error} title="The dry run failed" />}
        {dryRun.data && (
          <Text fz="sm" role="status">
            {dryRun.data.status === 'completed' ? 'A run would grant ' : 'The dry run continues below. So far: '}
            {countText(dryRun.data.total_credits)} credits to {countText(dryRun.data.granted)} users, and skip{' '}
            {countText(dryRun.data.skipped)}.
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function Maintenance() {
  const follow = useFollow();
  return (
    <Section title="Maintenance" about="Starts now what a schedule does each night or day, or what an incident needs.">
      <Group gap="xs">
        <ActButton
          operation="pruneOldRows"
          button="Prune old rows"
          about="Deletes model calls and browser events that are older than their retention, also without a fresh backup. It cannot be undone."
          label="Run"
          isDangerous
          done={({ task_id }) => follow(task_id)}
          result={({ message }) => message}
        />
        <ActButton
          operation="runAssistantReports"
          button="Reports of assistant ads"
          about="Begins the report of the last day for each enabled ad account that has none yet."
          label="Run"
          result={({ day, begun, done, skipped }) => `${day}: ${begun} begun, ${done} done before, ${skipped} skipped.`}
        />
        <ActButton
          operation="recount"
          ask={{ email: 'E-mail', user_id: 'User ID', from: 'First day (UTC)', to: 'Last day (UTC)' }}
          button="Recount"
          about="Rebuilds the reports of an account from its stored events, after an incident. Reports show the old numbers until it ends, and then exactly the stored events. It reads the whole attribution table, so its cost grows with the table."
          done={({ task_id }) => follow(task_id)}
          result={({ message }) => message}
        />
      </Group>
    </Section>
  );
}

const colors: Record<string, Tone> = { completed: 'teal', failed: 'red', running: 'blue', pending: 'gray' };
export const TaskStatus = ({ status }: { status: string }) => <Badge color={colors[status] ?? 'gray'}>{readable(status)}</Badge>;

export function Task({ id }: { id: string }) {
  const queries = useQueryClient();
  const [beganAt] = useState(Date.now);
  const task = useQuery({
    queryKey: ['operators', 'task', id],
    queryFn: async () => {
      const task = await operate('readTask', { params: { task_id: id } });
      if (task.status === 'completed' || task.status === 'failed') queries.invalidateQueries({ queryKey: ['operators', 'tasks'] });
      return task;
    },
    refetchInterval: ({ state }) =>
      state.data?.status === 'running' || state.data?.status === 'pending' ? waitEvery(Date.now() - beganAt) : false,
  });
  return (
    <Loaded query={task} height={160}>
      {(data) => (
        <Section title={readable(data.job)} actions={<TaskStatus status={data.status} />}>
          <Stack gap="sm">
            <div>
              <Text fz="sm" mb={4} role="status">
                {countText(data.progress.done_shards)} of {countText(data.progress.shards)} parts, {data.progress.percent} %
              </Text>
              <Progress
                value={data.progress.percent}
                animated={data.status === 'running'}
                aria-label={`Progress of ${readable(data.job).toLowerCase()}`}
              />
            </div>
            {data.error && (
              <Paper p="sm">
                <Text fz="sm" className="anywhere">
                  {data.error}
                </Text>
              </Paper>
            )}
            <Facts facts={factsOf(data)} />
          </Stack>
        </Section>
      )}
    </Loaded>
  );
}

type TaskRecord = Answer<'readTask'>;
const factsOf = (task: TaskRecord): Parameters<typeof Facts>[0]['facts'] => [
  ['Granted', task.granted !== undefined ? `${countText(task.granted)} users` : undefined],
  ['Credits', task.total_credits !== undefined ? countText(task.total_credits) : undefined],
  ['Skipped', task.skipped !== undefined ? countText(task.skipped) : undefined],
  ['Failed', task.failed !== undefined ? countText(task.failed) : undefined],
  ['Failed users', task.failed_user_ids?.join(', ')],
  ...Object.entries(task.counts ?? {}).map(([name, count]) => [readable(name), countText(count)] as [string, string]),
  ['Backup', task.backup_id],
  ['Began', <Time key="began" at={task.created_at} />],
  ['Last step', <Time key="step" at={task.updated_at} />],
  ['Task', <Copyable key="id" value={task.task_id} />],
];

function Latest() {
  const follow = useFollow();
  const tasks = useQuery({
    queryKey: ['operators', 'tasks'],
    queryFn: () => operate('listTasks', {}),
  });
  return (
    <Section title="Latest runs" padding={0}>
      <Loaded query={tasks} height={160}>
        {({ tasks: list }) =>
          list.length === 0 ? (
            <Empty title="Nothing has run yet" />
          ) : (
            <RowTable
              minWidth={520}
              rows={list}
              keyOf={({ task_id }) => task_id}
              columns={[
                [
                  'Job',
                  ({ job, error }) => (
                    <>
                      {readable(job)}
                      {error && (
                        <Text fz="xs" c="dimmed" className="anywhere">
                          {error}
                        </Text>
                      )}
                    </>
                  ),
                ],
                ['Status', ({ status }) => <TaskStatus status={status} />],
                ['Began', ({ created_at }) => <Time at={created_at} ago />],
                [
                  ['Actions', 'hidden'],
                  ({ task_id, job }) => (
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => follow(task_id)}
                      aria-label={`Report of ${readable(job).toLowerCase()}, ${task_id}`}
                    >
                      Report
                    </Button>
                  ),
                ],
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
