import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, call } from '../app/api.ts';
import { useScope } from '../app/scope.ts';
import { DataTable } from '../kit/data-table.tsx';
import { Export } from '../kit/export.tsx';
import { countText, percentText } from '../kit/money.ts';
import { Empty, Loaded, Page, Section } from '../kit/page.tsx';
import { PeriodBar, usePeriod } from '../kit/period-bar.tsx';
import { readable } from '../kit/reasons.ts';
import { livePoll } from '../kit/use-poll.ts';
import { Findings } from './findings.tsx';
import { Quality } from './quality.tsx';

type Report = Answer<'reportFunnel'>;

const stepNames: Record<string, string> = {
  sessions: 'Ad sessions',
  page_views: 'Page views',
  items_added: 'Items added',
  checkout_started: 'Checkout started',
  order_created: 'Orders',
};

export function FunnelPage() {
  const { environment, zone } = useScope();
  const range = usePeriod();
  const query = { environment, time_zone: zone, ...range };
  const report = useQuery({
    queryKey: ['funnel-page', query],
    queryFn: () => call('reportFunnel', { query }),
    refetchInterval: livePoll(1),
  });
  return (
    <Page
      title="Funnel"
      about="From the ad click to the order, and what gets lost on the way."
      actions={<PeriodBar />}
    >
      <Loaded query={report} height={420}>
        {(data) =>
          data.steps.every(({ count }) => count === 0) ? (
            <Section title="Steps">
              <Empty
                title="Nothing arrived in this period"
                action={
                  <Button component={Link} to="/start">
                    Get started
                  </Button>
                }
              >
                Add the pixel to your pages: it records sessions and page views. Your server sends the orders.
              </Empty>
            </Section>
          ) : (
            <>
              <Steps steps={data.steps} />
              <Findings findings={data.findings} />
              <Quality quality={data.quality} />
              <EventTypes types={data.event_types} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Steps({ steps }: { steps: Report['steps'] }) {
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <Section title="Steps" about="Each rate is relative to the previous step.">
      <Stack gap="md" component="ol" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {steps.map(({ step, count, rate_from_previous: rate }) => (
          <li key={step}>
            <Group justify="space-between" mb={4} gap="xs">
              <Text fz="sm" fw={550}>
                {stepNames[step] ?? readable(step)}
              </Text>
              <Group gap="xs">
                {rate !== null && (
                  <Text fz="sm" c="dimmed">
                    {rate <= 1
                      ? `${percentText(rate)} · ${percentText(1 - rate)} lost`
                      : `×${countText(Math.round(rate * 10) / 10)}`}
                  </Text>
                )}
                <Text fz="sm" fw={650} className="number">
                  {countText(count)}
                </Text>
              </Group>
            </Group>
            <div className="bar-track" aria-hidden="true">
              <div className="bar" style={{ width: `${(count / most) * 100}%` }} />
            </div>
          </li>
        ))}
      </Stack>
    </Section>
  );
}

function EventTypes({ types }: { types: Report['event_types'] }) {
  if (types.length === 0) return null;
  return (
    <Section
      title="Event types"
      about="Which events count as conversions is a setting of each pixel."
      actions={
        <Export
          file="event-types"
          header={['event_type', 'events', 'counted', 'not_counted', 'not_attributed']}
          lines={types.map((t) => [t.event_type, t.count, t.counted, t.uncounted, t.unmatched])}
        />
      }
      padding={0}
    >
      <DataTable
        minWidth={420}
        heads={[
          'Type',
          ['Events', 'number'],
          ['Counted', 'number'],
          ['Not counted', 'number'],
          ['Not attributed', 'number'],
        ]}
      >
        {types.map(({ event_type, count, counted, uncounted, unmatched }) => (
          <Table.Tr key={event_type}>
            <Table.Td className="anywhere">{event_type}</Table.Td>
            {[count, counted, uncounted, unmatched].map((figure, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
              <Table.Td key={i} className="number">
                {countText(figure)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </DataTable>
    </Section>
  );
}
