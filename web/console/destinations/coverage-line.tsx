import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { dayIn, plusDays } from '../kit/dates.ts';
import { Loaded } from '../kit/page.tsx';
import { firstRemedy, type Remedy, sentenceOf } from './coverage.ts';
import { useDestinations } from './queries.ts';

/** The line says how many of yesterday's orders may be reported, and the first thing that would raise it. */
export function CoverageLine() {
  const { environment, zone } = useScope();
  const destinations = useDestinations();
  const off = (destinations.data?.destinations ?? []).filter(({ state }) => state === 'off').map(({ network }) => network);
  const yesterday = plusDays(dayIn(zone, Date.now()), -1);
  const query = { environment, time_zone: zone, from: yesterday, to: yesterday };
  const coverage = useQuery({
    queryKey: ['destinations', 'coverage', query],
    queryFn: () => call('reportCoverage', { query }),
  });
  return (
    <Loaded query={coverage} height={48}>
      {({ days: [day = { networks: {} }] }) => {
        const remedy = firstRemedy(day);
        return (
          <div>
            <Text fz="lg" fw={550}>
              {sentenceOf(day, off)}
            </Text>
            {remedy && <RemedyLine remedy={remedy} />}
          </div>
        );
      }}
    </Loaded>
  );
}

const RemedyLine = ({ remedy: { text, link } }: { remedy: Remedy }) => (
  <Text fz="sm" c="dimmed">
    {text}.{' '}
    {link && 'href' in link && (
      <Anchor href={link.href} target="_blank" fz="sm" underline="always">
        {link.title}
      </Anchor>
    )}
    {link && 'to' in link && (
      <Anchor component={Link} to={link.to} search={(link.search ?? {}) as never} fz="sm" underline="always">
        {link.title}
      </Anchor>
    )}
  </Text>
);
