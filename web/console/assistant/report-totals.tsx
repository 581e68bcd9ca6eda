import type { Answer } from '../core/api.ts';
import { rangeText } from '../kit/dates.ts';
import { approximate, countText, dividedBy, moneyText, placesOf, sumOf } from '../kit/money.ts';
import { Tile, Tiles } from '../kit/tiles.tsx';

type Report = Answer<'listAssistantReports'>['reports'][number];

export function ReportTotals({ reports }: { reports: readonly Report[] }) {
  const [newest] = reports;
  if (!newest) return null;
  const { currency } = newest;
  const rows = reports.filter((report) => report.currency === currency).toReversed();
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const course = (figure: (report: Report) => number) =>
    [...byDay.values()].map((ofDay) => ofDay.reduce((sum, report) => sum + figure(report), 0));
  const total = (figure: (report: Report) => number) => rows.reduce((sum, row) => sum + figure(row), 0);
  const spend = sumOf(rows.map((report) => report.spend));
  const conversions = total((report) => report.conversions);
  const cost = dividedBy(spend, conversions, placesOf(currency));
  const to = newest.day;
  const note = `${byDay.size > 1 ? `${byDay.size} days, ` : ''}${rangeText({ from: rows[0]?.day ?? to, to })}`;
  return (
    <Tiles>
      <Tile label="Spend" value={moneyText(spend, currency)} course={course((report) => approximate(report.spend))} note={note} />
      <Tile
        label="Clicks"
        value={countText(total((report) => report.clicks))}
        note="As the assistant counts"
        course={course((report) => report.clicks)}
      />
      <Tile
        label="Conversions"
        value={countText(conversions)}
        note="As the assistant counts"
        course={course((report) => report.conversions)}
      />
      <Tile label="Cost per conversion" hint="Spend divided by conversions." value={cost === null ? '–' : moneyText(cost, currency)} />
    </Tiles>
  );
}
