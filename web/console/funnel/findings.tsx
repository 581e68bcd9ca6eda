import { Anchor, Badge, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../app/api.ts';
import { Empty, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { eventsSearchOf } from './log-link.ts';

type Report = Answer<'reportFunnel'>;

const colors = { critical: 'red', warning: 'orange', info: 'blue' } as const;

const severities = ['critical', 'warning', 'info'] as const;

export function Findings({ findings }: { findings: Report['findings'] }) {
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
