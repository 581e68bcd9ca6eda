import { Paper, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../core/api.ts';
import { dayCount } from '../kit/dates.ts';
import { Icon } from '../kit/icon.tsx';
import { counted, itemsOf } from './left-out-items.tsx';
import { SpendLink } from './spend-link.tsx';
import type { Report, View } from './view.ts';

/** The API compares at most 92 days of spend with clicks. */
const maxJoinDays = 92;

export function LeftOut({ report, view }: { report: Report; view: View }) {
  const [isOpen, setIsOpen] = useState(false);
  const items = itemsOf(report, view);
  const summary = items.map(({ short }) => short).join(' · ');
  return (
    <Paper component="section" aria-label="What these figures leave out">
      <UnstyledButton
        p="md"
        w="100%"
        fz="sm"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        style={{ display: 'flex', gap: 8, alignItems: 'center' }}
      >
        <span style={{ flex: 'none', display: 'flex' }}>
          <Icon name={isOpen ? 'down' : 'right'} size={14} />
        </span>
        <span className="anywhere">
          <strong>What these figures leave out:</strong> {summary || 'nothing of these days'}
        </span>
      </UnstyledButton>
      {isOpen && (
        <Text component="ul" fz="sm" pl={34} pr="md" pb="md" m={0} className="left-out">
          {items.map(({ id, full }) => (
            <li key={id}>{full}</li>
          ))}
          <Joins view={view} />
        </Text>
      )}
    </Paper>
  );
}

function Joins({ view: { query, range, environment } }: { view: View }) {
  const isTooLong = dayCount(range) > maxJoinDays;
  const { from, to } = range;
  const { time_zone } = query;
  const joins = useQuery({
    queryKey: ['spend-joins', environment, time_zone, from, to],
    queryFn: () => call('listSpendJoins', { query: { environment, time_zone, from, to } }),
    enabled: !isTooLong && time_zone !== undefined,
    staleTime: 60_000,
  });
  if (isTooLong)
    return (
      <li>
        <SpendLink tab="joins">See which spend and clicks find each other</SpendLink>, in at most {maxJoinDays} days.
      </li>
    );
  if (joins.isError) return <li>Which spend finds its clicks could not be loaded: {joins.error.message}</li>;
  if (!joins.data) return <li>Which spend finds its clicks is loading.</li>;
  const { spend_without_clicks_count: spend, clicks_without_spend_count: clicks } = joins.data;
  return (
    <li>
      Of all your ads, {counted(spend, 'row')} of spend found no clicks, and {counted(clicks, 'ad')} with clicks found no spend.{' '}
      <SpendLink tab="joins">Join them</SpendLink>
    </li>
  );
}
