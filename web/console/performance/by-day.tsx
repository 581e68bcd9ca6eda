import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { ByDay } from '../kit/by-day.tsx';
import { dayCount, rangeText } from '../kit/dates.ts';
import { download } from '../kit/download.ts';
import { returnText } from '../kit/money.ts';
import { daysOfReport, intervalOf } from './days.ts';
import type { Report, Row, View } from './view.ts';

type Look = 'money' | 'return';

export function FiguresByDay({ view, report, totals }: { view: View; report: Report; totals: readonly Row[] }) {
  const [look, setLook] = useState<Look>('money');
  const [isTable, setIsTable] = useState(false);
  const chart = useRef<HTMLDivElement>(null);
  const { range, zone, change } = view;
  const interval = intervalOf(view);
  const { currency, points, figures, money, ret, tick } = daysOfReport(view, report, totals);
  const isReturn = look === 'return';
  const lines = isReturn ? [ret] : money;
  const titles = { money: `${money[0]?.label} and spend`, return: ret.label };
  const title = `${titles[look]}${!isReturn && currency ? ` in ${currency}` : ''}`;
  const { target_return: target } = report;
  const file = `performance-${interval}s-${range.from}-${range.to}`;
  const picture = useMutation({
    async mutationFn() {
      const { pictureOf } = await import('../kit/chart-picture.ts');
      if (!chart.current) return;
      const content = await pictureOf(chart.current, {
        title: `${title} by ${interval}, ${rangeText(range)}`,
        legend: lines.map(({ label, color }) => ({ label, color })),
      });
      download(`adtrail-${file}.png`, content);
    },
  });
  return (
    <ByDay
      title={title}
      measures={[
        ['money', titles.money],
        ['return', titles.return],
      ]}
      measure={look}
      choose={setLook}
      interval={interval}
      change={dayCount(range) > 13 ? (chosen) => change({ interval: chosen }) : null}
      isTable={isTable}
      showTable={setIsTable}
      file={file}
      columns={[{ name: 'currency', exact: () => currency }]}
      actions={
        <Button size="xs" variant="default" onClick={() => picture.mutateAsync()}>
          Save as a picture
        </Button>
      }
      chart={chart}
      zone={zone}
      points={points}
      figures={figures}
      lines={lines}
      tick={isReturn ? (value) => returnText(String(value)) : tick}
      level={isReturn ? { at: Number(target ?? '1'), label: target ? `Target ${returnText(target)}` : 'Break-even' } : undefined}
    >
      {!isReturn && !isTable && (
        <>
          <Key color="indigo" /> {money[0]?.label}, <Key color="orange" /> spend.{' '}
        </>
      )}
      {view.search.basis === 'occurred'
        ? 'Conversions are on the day on which they happened. '
        : 'Conversions are on the day of their click. '}
      {points.some(({ row, isPartial }) => row && row.spend === null && !isPartial) && 'A gap is a day whose spend is unknown. '}
      {picture.isError && (
        <Text span fz="xs" c="var(--bad)" role="alert">
          Not saved: {picture.error.message}
        </Text>
      )}
    </ByDay>
  );
}

const Key = ({ color }: { color: 'indigo' | 'orange' }) => (
  <span className="key" style={{ background: `var(--mantine-color-${color}-6)` }} aria-hidden="true" />
);
