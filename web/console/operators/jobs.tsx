import {
  Badge,
  Group,
  NumberInput,
  Paper,
  Progress,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiError } from '../core/api.ts';
import type { Tone } from '../core/theme.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Button } from '../kit/button.tsx';
import { Copyable } from '../kit/copy.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { Facts } from '../kit/facts.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Loaded, Page, Problem, Section } from '../kit/page.tsx';
import { waitEvery } from '../kit/poll.ts';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import { type Answer, operate } from './api.ts';
import { Action, type Given } from './kit/action.tsx';
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
          <Recount />
          <Maintenance />
        </SimpleGrid>
      )}
      <Latest />
    </Page>
  );
}

function useFollow() {
  const navigate = useNavigate();
  return (task: string) =>
    navigate({ to: '/operators/jobs', search: (before: object) => ({ ...before, task }) as never });
}

function GrantJob({ job: { id, title, about } }: { job: (typeof grants)[number] }) {
  const follow = useFollow();
  const [isOpen, setOpen] = useState(false);
  const [amount, setAmount] = useState<number | string>(5);
  const isDaily = id === 'grantDailyCredits';
  const body = (dry_run: boolean) => ({ dry_run, ...(isDaily && { credits_amount: Number(amount) }) });
  const ask = (dry: boolean, headers?: Given['headers']) =>
    operate(id, { body: body(dry) }, headers ? { headers } : {}) as Promise<Report>;
  const dryRun = useMutation<Report, ApiError>({ mutationFn: () => ask(true) });
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
          <Button size="xs" disabled={!dryRun.isSuccess} onClick={() => setOpen(true)}>
            Run
          </Button>
        </Group>
        {dryRun.isError && <Problem error={dryRun.error} title="The dry run failed" />}
        {dryRun.data && (
          <Text fz="sm" role="status">
            {dryRun.data.status === 'completed'
              ? 'A run would grant '
              : 'The dry run continues below. So far: '}
            {countText(dryRun.data.total_credits)} credits to {countText(dryRun.data.granted)} users, and skip{' '}
            {countText(dryRun.data.skipped)}.
          </Text>
        )}
      </Stack>
      {isOpen && (
        <Action
          title={`Run: ${title.toLowerCase()}`}
          about={
            dryRun.data &&
            `Grants about ${countText(dryRun.data.total_credits)} credits to ${countText(dryRun.data.granted)} users. Nobody gets a second grant for the same day or month, so a repeated run is harmless. Single grants can be reversed on the page of the user.`
          }
          label="Run"
          asksReason={false}
          run={async ({ headers }) => {
            const report = await ask(false, headers);
            follow(report.task_id);
            return report;
          }}
          result={(report) =>
            report.status === 'completed'
              ? `${countText(report.total_credits)} credits granted to ${countText(report.granted)} users; ${countText(report.skipped)} skipped, ${countText(report.failed)} failed.`
              : 'It continues in the background; this page follows it.'
          }
          close={() => setOpen(false)}
        />
      )}
    </Section>
  );
}

function Recount() {
  const follow = useFollow();
  const [isOpen, setOpen] = useState(false);
  const [fields, setFields] = useState({ user: '', from: '', to: '' });
  const set = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setFields((before) => ({ ...before, [name]: value })),
  });
  const user = /^\d+$/.test(fields.user.trim())
    ? { user_id: Number(fields.user) }
    : { email: fields.user.trim() };
  return (
    <Section
      title="Recount"
      about="Rebuilds the reports of an account from its stored events, after an incident."
    >
      <Group gap="xs" align="flex-end">
        <TextInput label="E-mail or user ID" {...set('user')} style={{ flex: '1 1 180px' }} />
        <TextInput label="First day (UTC)" type="date" {...set('from')} />
        <TextInput label="Last day (UTC)" type="date" {...set('to')} />
        <Button
          size="sm"
          variant="default"
          disabled={!fields.user.trim() || !fields.from || !fields.to}
          onClick={() => setOpen(true)}
        >
          Recount
        </Button>
      </Group>
      {isOpen && (
        <Action
          title="Recount"
          about="Reports show the old numbers until it ends, and then exactly the stored events. It reads the whole attribution table, so its cost grows with the table."
          label="Recount"
          run={async ({ reason }) => {
            const begun = await operate('recount', {
              body: { ...user, from: fields.from, to: fields.to, reason },
            });
            follow(begun.task_id);
            return begun;
          }}
          result={({ message }) => message}
          close={() => setOpen(false)}
        />
      )}
    </Section>
  );
}

const others = [
  {
    id: 'pruneOldRows',
    title: 'Prune old rows',
    about:
      'Deletes model calls and browser events that are older than their retention, also without a fresh backup. It cannot be undone.',
  },
  {
    id: 'runAssistantReports',
    title: 'Reports of assistant ads',
    about: 'Begins the report of the last day for each enabled ad account that has none yet.',
  },
] as const;

function Maintenance() {
  const follow = useFollow();
  const [meant, setMeant] = useState<(typeof others)[number] | null>(null);
  return (
    <Section title="Maintenance" about="Starts now what a schedule does each night or day.">
      <Group gap="xs">
        {others.map((job) => (
          <Button key={job.id} size="xs" variant="default" onClick={() => setMeant(job)}>
            {job.title}
          </Button>
        ))}
      </Group>
      {meant && (
        <Action
          title={meant.title}
          about={meant.about}
          label="Run"
          isDangerous={meant.id === 'pruneOldRows'}
          asksReason={false}
          run={async () => {
            if (meant.id === 'runAssistantReports') {
              const { day, begun, done, skipped } = await operate('runAssistantReports', {});
              return `${day}: ${begun} begun, ${done} done before, ${skipped} skipped.`;
            }
            const { message, task_id } = await operate('pruneOldRows', {});
            follow(task_id);
            return message;
          }}
          result={(text) => text}
          close={() => setMeant(null)}
        />
      )}
    </Section>
  );
}

const colors: Record<string, Tone> = { completed: 'teal', failed: 'red', running: 'blue', pending: 'gray' };
export const TaskStatus = ({ status }: { status: string }) => (
  <Badge color={colors[status] ?? 'gray'}>{readable(status)}</Badge>
);

export function Task({ id }: { id: string }) {
  const queries = useQueryClient();
  const [beganAt] = useState(Date.now);
  const task = useQuery({
    queryKey: ['operators', 'task', id],
    queryFn: async () => {
      const task = await operate('readTask', { params: { task_id: id } });
      if (task.status === 'completed' || task.status === 'failed')
        queries.invalidateQueries({ queryKey: ['operators', 'tasks'] });
      return task;
    },
    refetchInterval: ({ state }) =>
      state.data?.status === 'running' || state.data?.status === 'pending'
        ? waitEvery(Date.now() - beganAt)
        : false,
  });
  return (
    <Loaded query={task} height={160}>
      {(data) => (
        <Section title={readable(data.job)} actions={<TaskStatus status={data.status} />}>
          <Stack gap="sm">
            <div>
              <Text fz="sm" mb={4} role="status">
                {countText(data.progress.done_shards)} of {countText(data.progress.shards)} parts,{' '}
                {data.progress.percent} %
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
  ...Object.entries(task.counts ?? {}).map(
    ([name, count]) => [readable(name), countText(count)] as [string, string],
  ),
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
            <DataTable minWidth={520} heads={['Job', 'Status', 'Began', ['Actions', 'hidden']]}>
              {list.map(({ task_id, job, status, error, created_at }) => (
                <Table.Tr key={task_id}>
                  <Table.Td>
                    {readable(job)}
                    {error && (
                      <Text fz="xs" c="dimmed" className="anywhere">
                        {error}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <TaskStatus status={status} />
                  </Table.Td>
                  <Table.Td>
                    <Time at={created_at} ago />
                  </Table.Td>
                  <Table.Td className="number">
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => follow(task_id)}
                      aria-label={`Report of ${readable(job).toLowerCase()}, ${task_id}`}
                    >
                      Report
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
          )
        }
      </Loaded>
    </Section>
  );
}
