import { Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Change, countText, percentText } from './money.ts';
import { Tooltip } from './tooltip.tsx';

export const Tiles = ({ children, isSlim = false }: { children: ReactNode; isSlim?: boolean }) => (
  <SimpleGrid cols={{ base: 2, lg: 5 }} spacing="sm" className={isSlim ? 'tiles slim' : 'tiles'}>
    {children}
  </SimpleGrid>
);

export function Tile({
  label,
  value,
  change,
  hint,
  note,
  course,
  good = 'up',
  isSlim = false,
  versus = 'vs. before',
}: {
  label: string;
  value: string | null;
  /** `loading` reserves a line for the change, so that nothing moves when the value arrives. */
  change?: Change | 'loading' | undefined;
  hint?: string;
  note?: string | undefined;
  course?: readonly (number | null)[];
  /** `good` is the direction of an improvement; `none` suits spend, where neither direction is better. */
  good?: 'up' | 'down' | 'none';
  /** A slim tile has no place for a note, and keyboards find its hint elsewhere. */
  isSlim?: boolean;
  /** The base of the change. */
  versus?: string;
}) {
  const name = (
    <Text fz={isSlim ? 'xs' : 'sm'} c="dimmed" component="span">
      {label}
    </Text>
  );
  return (
    <Paper p={isSlim ? 'xs' : 'md'}>
      <Group gap={8} justify="space-between" wrap="nowrap" mih={isSlim ? 20 : 26}>
        {hint && isSlim ? (
          <Tooltip label={hint} multiline maw={240}>
            {name}
          </Tooltip>
        ) : hint ? (
          <Tooltip label={hint} multiline maw={240}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a person reaches the explanation by keyboard. */}
            <span tabIndex={0} style={{ borderBottom: '1px dotted var(--mantine-color-dimmed)' }}>
              {name}
            </span>
          </Tooltip>
        ) : (
          name
        )}
        {course && <Sparkline points={course} />}
      </Group>
      <Group gap={8} align="baseline" mt={2}>
        {value === null ? (
          <Skeleton height={28} width={80} />
        ) : (
          <Text
            fz={isSlim ? 18 : 'clamp(17px, 4.8vw, 24px)'}
            fw={650}
            lh={1.3}
            className="anywhere"
            style={{ fontVariantNumeric: 'tabular-nums' }}
          >
            {value}
          </Text>
        )}
      </Group>
      {change === 'loading' ? <Text fz="xs">&nbsp;</Text> : change && <ChangeText change={change} good={good} versus={versus} />}
      {note && (
        <Text fz="xs" c="dimmed" className="anywhere">
          {note}
        </Text>
      )}
    </Paper>
  );
}

export function ChangeText({ change, good, versus }: { change: Change; good: 'up' | 'down' | 'none'; versus?: string }) {
  if (change.kind === 'none')
    return (
      <Text fz="xs" c="dimmed">
        No change
      </Text>
    );
  if (change.kind === 'new')
    return (
      <Text fz="xs" c="dimmed">
        No data before
      </Text>
    );
  if (change.kind === 'unlike')
    return (
      <Text fz="xs" c="dimmed">
        Too few days before
      </Text>
    );
  const difference = change.kind === 'points' ? change.points : change.ratio;
  const size = Math.abs(difference);
  const isUp = difference >= 0;
  return (
    <Text fz="xs" c={good === 'none' ? 'dimmed' : isUp === (good === 'up') ? 'var(--good)' : 'var(--bad)'}>
      {isUp ? '▲' : '▼'} {change.kind === 'points' ? `${countText(Math.round(size * 10) / 10)} points` : percentText(size)}{' '}
      {versus && (
        <Text span fz="xs" c="dimmed">
          {versus}
        </Text>
      )}
    </Text>
  );
}

/** The sparkline is hidden from screen readers, because the chart below has its numbers. */
function Sparkline({ points }: { points: readonly (number | null)[] }) {
  const values = points.filter((value) => value !== null);
  const most = Math.max(...values);
  if (values.length < 3 || most <= 0) return null;
  const line = values.map((value, at) => `${(at / (values.length - 1)) * 100},${26 - (value / most) * 24}`);
  return (
    <svg className="sparkline" viewBox="0 0 100 28" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`0,28 ${line.join(' ')} 100,28`} />
      <polyline points={line.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
