import { Anchor, Badge, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../core/api.ts';
import { eventsSearchOf } from '../kit/log-link.ts';
import { Empty, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';

type Report = Answer<'reportFunnel'>;

const colors = { critical: 'red', warning: 'orange', info: 'blue' } as const;

const titles: Record<string, string> = {
  event_id_conflict: 'Event IDs are used twice',
  uncounted_event_type: 'Events that are not counted',
  same_sale_counted_twice: 'Sales are counted twice',
  unreplaced_macro: 'Links with a macro that was not replaced',
  broken_links: 'Broken links',
  clicks_without_campaign: 'Clicks without a campaign',
  no_data: 'Nothing arrived',
  no_page_views: 'No page views',
  page_views_missing: 'Page views are missing',
  few_ad_sessions: 'Few visits from ads',
  tracking_gap: 'A step is not measured completely',
  tracking_stopped: 'A step is no longer measured',
  real_drop: 'Fewer visitors continue',
  counted_from_two_sources: 'A step is counted from two sources',
  unmatched: 'Events that no ad earned',
  missing_currency: 'Values without a currency',
  late_events: 'Events arrive late',
  duplicates: 'Events are sent again',
  rejected: 'Events are rejected',
  late_matches: 'Clicks arrive after their events',
  events_outside_default_range: 'Events of long ago',
  too_few_events: 'Too few events to judge',
};

const severities = ['critical', 'warning', 'info'] as const;

export function Findings({ findings }: { findings: Report['findings'] }) {
  const ordered = severities.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
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
                    {titles[finding.code] ?? readable(finding.code)}
                  </Text>
                </Group>
                <Text fz="sm" className="anywhere">
                  {finding.message}
                </Text>
                <Group mt={4} gap="md">
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
