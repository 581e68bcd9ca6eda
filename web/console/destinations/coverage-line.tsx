import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { dayIn, plusDays } from '../kit/dates.ts';
import { Loaded } from '../kit/page.tsx';
import { firstRemedy, sentenceOf } from './coverage.ts';

/** The line says what may be reported of yesterday's orders, and the first thing that would raise it. */
export function CoverageLine() {
  const { environment, zone } = useScope();
  const yesterday = plusDays(dayIn(zone, Date.now()), -1);
  const query = { environment, time_zone: zone, from: yesterday, to: yesterday };
  const coverage = useQuery({
    queryKey: ['destinations', 'coverage', query],
    queryFn: () => call('reportDestinationCoverage', { query }),
  });
  return (
    <Loaded query={coverage} height={48}>
      {({ days }) => {
        const day = days.find((one) => one.day === yesterday) ?? { day: yesterday, networks: {} };
        const remedy = firstRemedy(day);
        return (
          <Text fz="lg" fw={550} role="status">
            {sentenceOf(day)}{' '}
            {remedy && (
              <Text span fz="sm" c="dimmed">
                {remedy.text}:{' '}
                <Anchor href={remedy.to} underline="always" {...(remedy.to.startsWith('/docs') && { target: '_blank' })}>
                  {remedy.link}
                </Anchor>
              </Text>
            )}
          </Text>
        );
      }}
    </Loaded>
  );
}
