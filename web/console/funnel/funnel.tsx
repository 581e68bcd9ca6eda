import { Anchor, Badge, Button, Group, Paper, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, call } from '../app/api.ts';
import { useScope } from '../app/scope.ts';
import { countText, percentText } from '../kit/money.ts';
import { Empty, Loaded, Page, Scroll, Section } from '../kit/page.tsx';
import { PeriodBar, usePeriod } from '../kit/period-bar.tsx';
import { readable, reasonText } from '../kit/reasons.ts';
import { livePoll } from '../kit/use-poll.ts';
import { Tile } from '../overview/tiles.tsx';
import { eventsSearchOf } from './log-link.ts';

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
    placeholderData: (data) => data,
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
    <Section title="Steps" about="Each rate is the share of the step before.">
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
                    {percentText(rate)}
                    {rate < 1 && ` · ${percentText(1 - rate)} lost`}
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

const colors = { critical: 'red', warning: 'orange', info: 'blue' } as const;
const severities = ['critical', 'warning', 'info'] as const;

function Findings({ findings }: { findings: Report['findings'] }) {
  const ordered = severities.flatMap((severity) => findings.filter((one) => one.severity === severity));
  return (
    <Section title="Findings" about="What the service noticed in this period, the most urgent first.">
      {ordered.length === 0 ? (
        <Empty title="Nothing to fix">No loss of events and no unusual drop was found in this period.</Empty>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
          {ordered.map((finding) => {
            const search = eventsSearchOf(finding.log_url);
            return (
              <Paper key={finding.code + finding.message} p="md" component="article">
                <Group gap="xs" mb={6}>
                  <Badge color={colors[finding.severity]}>{readable(finding.severity)}</Badge>
                  <Text fw={600} fz="sm">
                    {readable(finding.code)}
                  </Text>
                </Group>
                <Text fz="sm" className="anywhere">
                  {finding.message}
                </Text>
                <Group mt="xs" gap="md">
                  {search && (
                    <Anchor component={Link} to="/events" search={search as never} fz="sm">
                      See these events
                    </Anchor>
                  )}
                  {finding.code === 'unreplaced_macro' && (
                    <Anchor component={Link} to="/links" fz="sm">
                      Build a correct link
                    </Anchor>
                  )}
                </Group>
              </Paper>
            );
          })}
        </SimpleGrid>
      )}
    </Section>
  );
}

const share = (value: number | null) => (value === null ? '–' : percentText(value));

function Quality({ quality }: { quality: Report['quality'] }) {
  const { unmatched_by_reason, rejected_by_code, delay } = quality;
  const losses = [
    ...Object.entries(unmatched_by_reason).map(([code, count]) => ({
      code,
      count,
      text: reasonText(code),
      outcome: 'unmatched',
    })),
    ...Object.entries(rejected_by_code).map(([code, count]) => ({
      code,
      count,
      text: readable(code),
      outcome: 'rejected',
    })),
  ].filter(({ count }) => count > 0);
  return (
    <Section title="Quality of your events">
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm">
        <Tile label="Not attributed" value={share(quality.unmatched_rate)} />
        <Tile label="Duplicates" value={share(quality.duplicate_rate)} />
        <Tile label="Without currency" value={share(quality.missing_currency_rate)} />
        <Tile label="Matched late" value={countText(quality.late_matches)} />
        <Tile
          label="Delay"
          hint="From happening to arrival: half of the events at most this long; 95 of 100 at most the second figure."
          value={delay.p50 ? `${delay.p50} / ${delay.p95}` : '–'}
        />
      </SimpleGrid>
      {losses.length > 0 && (
        <Table mt="md" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Lost because</Table.Th>
              <Table.Th className="number">Events</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {losses.map(({ code, count, text, outcome }) => (
              <Table.Tr key={outcome + code}>
                <Table.Td>
                  <Anchor component={Link} to="/events" search={{ outcome } as never} fz="sm">
                    {text}
                  </Anchor>{' '}
                  <Text span fz="xs" c="dimmed">
                    {outcome === 'rejected' ? 'rejected' : 'not attributed'}
                  </Text>
                </Table.Td>
                <Table.Td className="number">{countText(count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

function EventTypes({ types }: { types: Report['event_types'] }) {
  if (types.length === 0) return null;
  return (
    <Section
      title="Event types"
      about="Which events count as conversions is a setting of each pixel."
      padding={0}
    >
      <Scroll minWidth={420}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Type</Table.Th>
              <Table.Th className="number">Events</Table.Th>
              <Table.Th className="number">Counted</Table.Th>
              <Table.Th className="number">Not counted</Table.Th>
              <Table.Th className="number">Not attributed</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
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
          </Table.Tbody>
        </Table>
      </Scroll>
    </Section>
  );
}
