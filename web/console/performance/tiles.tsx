import { type Change, changeOfApi, countText, moneyText } from '../kit/money.ts';
import { Tile, Tiles } from '../kit/tiles.tsx';
import { type Figure, figures } from './search.ts';
import { hints, textOf, titleOf } from './texts.ts';
import type { Report, Row } from './view.ts';

const tiles = figures.slice(0, 6);

/** The currency with most conversions is the main currency, or else the currency with most spend. */
export function mainOf(totals: readonly Row[]): { main: Row | undefined; others: readonly Row[] } {
  const [first, ...others] = totals.toSorted(
    (a, b) => b.conversions - a.conversions || Number(b.spend !== null) - Number(a.spend !== null),
  );
  // Clicks have no currency, so any single total has all clicks.
  const clicks = totals.reduce((sum, total) => sum + total.clicks, 0);
  return { main: first && { ...first, clicks }, others };
}

export function Figures({
  report: { totals },
  change,
  days,
  isNet,
  versus,
}: {
  report: Report;
  isNet: boolean;
  change: Report | 'loading' | undefined;
  days: Report | undefined;
  /** The base of the changes. */
  versus: string;
}) {
  const { main, others } = mainOf(totals);
  if (!main) return null;
  const { currency } = main;
  const changeIn = (figure: Figure): Change | 'loading' | undefined =>
    change === undefined || change === 'loading' ? change : changeOf(figure, change.totals, currency);
  const courseOf = (figure: Figure) => {
    const rows = days?.rows ?? [];
    // A day's clicks are in only one of its rows, whatever the row's currency.
    if (figure === 'clicks')
      return [...Map.groupBy(rows, ({ day, week, month }) => day ?? week ?? month).values()].map((of) =>
        of.reduce((sum, { clicks }) => sum + clicks, 0),
      );
    return rows
      .filter((row) => row.currency === currency || row.currency === null)
      .map((row) => (row[figure] === null ? null : Number(row[figure])));
  };
  return (
    <Tiles isSlim>
      {tiles.map((figure) => {
        const shown = textOf(figure, main);
        const more = others.flatMap((other) => {
          const amount = figure === 'spend' || figure === 'value' ? other[figure] : null;
          return amount === null || other.currency === null || Number(amount) === 0 ? [] : [moneyText(amount, other.currency)];
        });
        const otherConversions = others.reduce((sum, other) => sum + other.conversions, 0);
        const note = [
          ...('unknown' in shown ? [shown.unknown] : []),
          ...(more.length > 0 ? [`and ${more.join(', ')}`] : []),
          ...(figure === 'conversions' && otherConversions > 0 ? [`and ${countText(otherConversions)} in other currencies`] : []),
        ].join('. ');
        const hint = hints[figure];
        return (
          <Tile
            key={figure}
            isSlim
            label={titleOf(figure, isNet)}
            value={'text' in shown ? shown.text : '–'}
            change={'unknown' in shown ? undefined : changeIn(figure)}
            versus={versus}
            good={figure === 'spend' ? 'none' : figure === 'cost_per_conversion' ? 'down' : 'up'}
            course={courseOf(figure)}
            note={note || undefined}
            {...(hint && { hint })}
          />
        );
      })}
    </Tiles>
  );
}

function changeOf(figure: Figure, totals: readonly Row[], currency: string | null): Change | undefined {
  // Without clicks in the previous period there was no measurement, so its spend is not compared.
  if (totals.every(({ previous }) => (previous?.clicks ?? 0) === 0)) return { kind: 'new' };
  const total = figure === 'clicks' ? totals.find(({ clicks }) => clicks > 0) : totals.find((row) => row.currency === currency);
  const exact = total?.change?.[figure as keyof NonNullable<Row['change']>];
  if (typeof exact === 'string') return changeOfApi(exact);
  if (total?.[figure] == null) return undefined;
  const before = total.previous?.[figure];
  if (before == null || Number(before) === 0) return { kind: 'new' };
  return total.change?.clicks === null ? { kind: 'unlike' } : undefined;
}
