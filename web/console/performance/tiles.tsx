import { type Change, changeOf, countText, moneyText } from '../kit/money.ts';
import { Tile, Tiles } from '../kit/tiles.tsx';
import { type Figure, figures } from './search.ts';
import { hints, textOf, titleOf } from './texts.ts';
import { isCovered, type Report, type Row } from './view.ts';

/** These ratios cover the ads and days whose spend is known and found clicks. */
const ofSpend: readonly Figure[] = ['return_on_ad_spend', 'cost_per_conversion'];
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
}: {
  report: Report;
  isNet: boolean;
  change: Report | 'loading' | undefined;
  days: Report | undefined;
}) {
  const { main, others } = mainOf(totals);
  if (!main) return null;
  const { currency } = main;
  const { warnings, spend_coverage: coverage } = main;
  const changeIn = (figure: Figure): Change | 'loading' | undefined => {
    if (change === undefined || change === 'loading') return change;
    const all = change.totals;
    const row = all.find((row) => row.currency === currency);
    const ofClicks = (part: (row: Row) => { clicks: number } | undefined) =>
      all.reduce((sum, row) => sum + (part(row)?.clicks ?? 0), 0);
    const [now, before] =
      figure === 'clicks'
        ? [ofClicks((row) => row), ofClicks(({ previous }) => previous)]
        : [row?.[figure] ?? null, row?.previous?.[figure] ?? null];
    if (now === null) return undefined;
    if (ofSpend.includes(figure) && row?.previous && !(isCovered(row) && isCovered(row.previous)))
      return undefined;
    // Without clicks in the previous period there was no measurement, so its spend is not compared.
    if (ofClicks(({ previous }) => previous) === 0) return { kind: 'new' };
    return before === null ? { kind: 'new' } : changeOf(Number(now), Number(before));
  };
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
    <Tiles>
      {tiles.map((figure) => {
        const shown = textOf(figure, main);
        const more = others.flatMap((other) => {
          const amount = figure === 'spend' || figure === 'value' ? other[figure] : null;
          return amount === null || other.currency === null || Number(amount) === 0
            ? []
            : [moneyText(amount, other.currency)];
        });
        const otherConversions = others.reduce((sum, other) => sum + other.conversions, 0);
        const note = [
          ...('unknown' in shown ? [shown.unknown] : []),
          ...(more.length > 0 ? [`and ${more.join(', ')}`] : []),
          ...(figure === 'conversions' && otherConversions > 0
            ? [`and ${countText(otherConversions)} in other currencies`]
            : []),
          ...(ofSpend.includes(figure) && warnings.includes('spend_partial') && 'text' in shown
            ? [
                `Of ${countText(coverage.clicks)} of ${countText(main.clicks)} clicks, spend known on ${coverage.days_known} of ${coverage.days} days`,
              ]
            : []),
        ].join('. ');
        const hint = hints[figure];
        return (
          <Tile
            key={figure}
            label={titleOf(figure, isNet)}
            value={'text' in shown ? shown.text : '–'}
            change={changeIn(figure)}
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
