import { Text } from '@mantine/core';
import { countText, percentText } from '../kit/money.ts';
import type { Figures } from './answers.ts';

type Column = NonNullable<Figures['id_column']>;

export function IdColumn({ of: { heading, matched, tried, candidates } }: { of: Column }) {
  const others = candidates.filter((candidate) => candidate.heading !== heading);
  const share = tried > 0 ? ` (${percentText(matched / tried)})` : '';
  return (
    <Text fz="sm" className="anywhere">
      IDs are of the column <b>{heading}</b>, found by matching: {countText(matched)} of {countText(tried)} tried orders have an event
      {share}.
      {others.length > 0 && (
        <Text component="span" fz="sm" c="dimmed">
          {' '}
          {others.map((other) => `${other.heading}: ${countText(other.matched)}`).join(', ')}.
        </Text>
      )}
    </Text>
  );
}
