import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useValidSearch } from '../core/use-valid-search.ts';
import { ByDay } from '../kit/by-day.tsx';
import type { Interval } from '../kit/dates.ts';
import { filterSearch } from '../kit/filter.ts';
import { compactMoney, countText, moneyText } from '../kit/money.ts';
import { overviewSearch } from '../kit/period-search.ts';
import type { Measure, Point } from '../kit/report-rows.ts';

export type Look = { kind: 'value' | 'count'; asTable: boolean };

export function ConversionsByDay({
  points,
  currency,
  interval,
  isNet,
  change,
  beforeLabel,
  zone,
  look: [look, setLook],
}: {
  points: (measure: Measure) => Point[];
  currency: string;
  interval: Interval | 'hour';
  isNet: boolean;
  change: ((interval: Interval) => void) | null;
  beforeLabel: string | null;
  zone: string;
  look: readonly [Look, (look: Look) => void];
}) {
  const { period, from, to, ...others } = useValidSearch(overviewSearch);
  const { kind, asTable } = look;
  const isValue = kind === 'value';
  const text = (exact: string | null) => (exact === null ? '–' : isValue ? moneyText(exact, currency) : countText(Number(exact)));
  const shown = points(isValue ? { kind, currency } : { kind: 'count' });
  const label = isValue ? `${isNet ? 'Net value' : 'Value'} in ${currency}` : 'Conversions';
  const isBeforeShown = beforeLabel !== null && shown.some(({ before }) => before !== null && before > 0);
  return (
    <ByDay
      title={label}
      measures={[
        ['value', 'Value'],
        ['count', 'Conversions'],
      ]}
      measure={kind}
      choose={(chosen) => setLook({ ...look, kind: chosen })}
      interval={interval}
      change={change}
      isTable={asTable}
      showTable={(isTable) => setLook({ ...look, asTable: isTable })}
      file={`${interval}s`}
      zone={zone}
      points={shown}
      figures={[
        {
          label,
          name: isValue ? `${isNet ? 'net_value' : 'value'}_${currency}` : 'conversions',
          text: ({ now, exact }) => text(now === null ? null : exact),
          exact: ({ exact }) => exact,
        },
        ...(beforeLabel
          ? [
              {
                label: beforeLabel,
                name: 'before',
                text: ({ exactBefore }: Point) => text(exactBefore),
                exact: ({ exactBefore }: Point) => exactBefore,
              },
            ]
          : []),
      ]}
      lines={[
        ...(isBeforeShown
          ? [
              {
                name: 'before',
                label: beforeLabel,
                color: 'gray' as const,
                isDashed: true,
                of: ({ before }: Point) => before,
              },
            ]
          : []),
        { name: 'whole', label, color: 'indigo', of: ({ now }) => now },
      ]}
      tick={(value) => compactMoney(value, isValue ? currency : null)}
    >
      Days are cut in the time zone that you chose. {isBeforeShown && `Dashed: ${beforeLabel.toLowerCase()}. `}
      <Anchor component={Link} to="/events" search={{ period, from, to, ...filterSearch(others) } as never} fz="xs">
        See every event
      </Anchor>
    </ByDay>
  );
}
