import { Alert, Badge, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../kit/data-table.tsx';
import { dayText } from '../kit/dates.ts';
import { Facts } from '../kit/facts.tsx';
import { countText, moneyText, percentText } from '../kit/money.ts';
import { Empty, Loaded, Page, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import { livePoll } from '../kit/use-poll.ts';
import { type Answer, operate } from './api.ts';

type Health = Answer<'readServiceHealth'>;

export function HealthPage() {
  const health = useQuery({
    queryKey: ['operators', 'health'],
    queryFn: () => operate('readServiceHealth', {}),
    refetchInterval: livePoll(1),
  });
  return (
    <Page title="Health" about="Alarms, delays, the cost of models, and the reputation of our mail.">
      <Loaded query={health} height={400}>
        {(data) => (
          <Stack gap="lg">
            {data.not_measured_because && (
              <Alert color="orange" title="Alarms, lags and mail are not measured here">
                {data.not_measured_because}
              </Alert>
            )}
            {data.lists.some(({ is_old }) => is_old) && (
              <Alert color="orange" title="Lists of clicks are old">
                Compare them with their sources:{' '}
                {data.lists
                  .flatMap(({ name, checked_on, source, is_old }) =>
                    is_old ? `${name.replaceAll('_', ' ')} (${checked_on}; ${source})` : [],
                  )
                  .join(', ')}
                .
              </Alert>
            )}
            <Canary canary={data.canary} stage={data.stage} />
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
              <Models llm={data.llm} />
              <Section title="Service">
                <Facts
                  facts={[
                    ['Stage', data.stage],
                    ['Version', data.version],
                    ['Bounces', data.mail ? rate(data.mail.bounce_rate) : 'Not measured here'],
                    ['Complaints', data.mail ? rate(data.mail.complaint_rate) : 'Not measured here'],
                    ...(data.lags ?? []).map(
                      ({ name, seconds }) =>
                        [`Lag of ${name}`, seconds === null ? 'Nothing to follow' : `${countText(Math.round(seconds))} s`] as [
                          string,
                          string,
                        ],
                    ),
                    ['Lags', data.lags ? undefined : 'Not measured here'],
                  ]}
                />
              </Section>
            </SimpleGrid>
            {data.alarms && <Alarms alarms={data.alarms} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const outcomes = { running: 'blue', passed: 'teal', failed: 'red' } as const;

function Canary({ canary, stage }: { canary: Health['canary']; stage: string }) {
  if (!canary)
    return (
      <Section title="Canary">
        <Empty title="No walk in 24 hours">
          {stage === 'local'
            ? 'The canary checks deployed stages only. On this machine, use npm run smoke.'
            : 'It should run every five minutes. Its alarm is on.'}
        </Empty>
      </Section>
    );
  const { walks, passed, latest } = canary;
  const longest = Math.max(...latest.steps.map(({ ms }) => ms), 1);
  return (
    <Section
      title="Canary"
      about={`Every five minutes it walks the stage as a customer does. ${countText(passed)} of ${countText(walks)} walks of the last 24 hours passed.`}
    >
      <Group mb="sm" gap="sm">
        <Badge color={outcomes[latest.outcome]}>{readable(latest.outcome)}</Badge>
        <Text fz="sm" component="div">
          <Time at={latest.started_at} ago />
          {latest.outcome !== 'running' && `, in ${countText(latest.ms)} ms`}
        </Text>
      </Group>
      {latest.error && (
        <Alert color="red" mb="sm" title="The walk ended here">
          <span className="anywhere">{latest.error}</span>
        </Alert>
      )}
      {latest.steps.length > 0 && (
        <DataTable verticalSpacing={4} heads={['Step', ['As a bar', 'wide hidden'], ['Milliseconds', 'number']]}>
          {latest.steps.map(({ name, ms }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps can have the same name and keep their places.
            <Table.Tr key={at}>
              <Table.Td className="anywhere">{name}</Table.Td>
              <Table.Td w="40%" className="wide">
                <div className="bar" style={{ width: `${(100 * ms) / longest}%`, height: 10 }} aria-hidden="true" />
              </Table.Td>
              <Table.Td className="number">{countText(ms)}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Section>
  );
}

const rate = (share: number | null) => (share === null ? 'Too few mails' : percentText(share, 3));

function Models({ llm: { days, this_hour, budget_per_hour } }: { llm: Health['llm'] }) {
  const most = Math.max(...days.map(({ cost }) => Number(cost)), 0.000001);
  return (
    <Section
      title="Cost of models"
      about={`${moneyText(this_hour, 'USD')} this hour, of a budget of ${moneyText(budget_per_hour, 'USD')} an hour.`}
    >
      <DataTable verticalSpacing={6} heads={['Day (UTC)', ['As a bar', 'hidden'], ['Cost', 'number']]}>
        {days.toReversed().map(({ day, cost }) => (
          <Table.Tr key={day}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{dayText(day)}</Table.Td>
            <Table.Td w="50%">
              {Number(cost) > 0 && (
                <div className="bar" style={{ width: `${(100 * Number(cost)) / most}%`, height: 12 }} aria-hidden="true" />
              )}
            </Table.Td>
            <Table.Td className="number">{moneyText(cost, 'USD')}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Section>
  );
}

const colors = { alarm: 'red', insufficient_data: 'orange', ok: 'teal' } as const;

function Alarms({ alarms }: { alarms: NonNullable<Health['alarms']> }) {
  const ringing = alarms.filter(({ state }) => state === 'alarm').length;
  return (
    <Section
      title="Alarms"
      about={ringing === 0 ? 'No active alarms.' : `${countText(ringing)} of ${countText(alarms.length)} alarms are active.`}
      padding={0}
    >
      {alarms.length === 0 ? (
        <Empty title="This stage has no alarms" />
      ) : (
        <DataTable minWidth={640} label="Table of alarms" heads={['Alarm', 'State', 'Since', 'What to do']}>
          {alarms.map(({ id, state, since, about, page, runbook }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {id}
                <Text fz="xs" c="dimmed" className="anywhere">
                  {about}
                </Text>
              </Table.Td>
              <Table.Td>
                <Badge color={colors[state]}>{readable(state)}</Badge>
              </Table.Td>
              <Table.Td>{since ? <Time at={since} ago /> : '–'}</Table.Td>
              <Table.Td>
                {/* The API sends the path, so only a path of the console becomes a link. */}
                {page.startsWith('/console/operators') && <a href={page}>Its page</a>}
                <Text fz="xs" c="dimmed" className="anywhere">
                  {runbook}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Section>
  );
}
