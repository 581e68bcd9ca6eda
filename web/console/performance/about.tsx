import { Anchor, Text } from '@mantine/core';
import { dayText, rangeText, timeText } from '../kit/dates.ts';
import { missingRates } from '../kit/missing-rates.ts';
import { SpendLink } from './spend-link.tsx';
import { mainOf } from './tiles.tsx';
import type { Report, View } from './view.ts';

const grossText = 'Value and return are gross, as the orders came in: refunds and cancellations are not taken off.';
const netText = 'Value and return are net: what refunds, cancellations and corrections leave of the orders of these days.';

export function About({
  report,
  compared,
  error,
  today,
  view: { query, zone, search, change, isNet },
  recorded,
  lacksRates,
  reload,
}: {
  report: Report;
  compared: Report | undefined;
  error: unknown;
  /** `today` is `null` if the period excludes today. */
  today: string | null;
  view: View;
  recorded: readonly string[];
  lacksRates: boolean;
  reload: () => void;
}) {
  const before = compared?.previous_period;
  const { main, others } = mainOf(report.totals);
  const isSameAge = search.basis !== 'occurred';
  const sentences = [
    ...(compared && before
      ? [
          `Changes compare whole days: ${rangeText(compared)} with ${rangeText(before)}${isSameAge ? ', with conversions of the same age' : ''}.`,
          ...daysBeforeText(compared),
        ]
      : []),
    ...(today ? [`${dayText(today)} is not over.`] : []),
    `As of ${timeText(report.as_of, zone)}.`,
    isNet ? netText : grossText,
  ];
  return (
    <Text fz="xs" c="dimmed" role="status">
      {sentences.join(' ')} {error !== null && !compared && <NotCompared error={error} />}
      {query.currency && recorded.length > 1 && (
        <>
          Amounts in {recorded.join(' and ')} are shown in {query.currency}, each by the rate of its day.{' '}
          {action('Show them as they are', () => change({ currency: undefined, currencies: 'original' }))}{' '}
        </>
      )}
      {main?.currency && others.length > 0 && (
        <>
          Amounts in {recorded.join(' and ')} are not added up
          {lacksRates ? ', because exchange rates of these days are missing' : ''}.{' '}
          {lacksRates ? (
            <SpendLink tab="rates">Enter them</SpendLink>
          ) : (
            action(`Convert all to ${main.currency}`, () => change({ currencies: undefined }))
          )}{' '}
        </>
      )}
      {action('Refresh', reload)}
    </Text>
  );
}

/** The period before can begin before the first click. */
function daysBeforeText({ totals }: Report): string[] {
  const days = Math.max(0, ...totals.map(({ previous }) => previous?.spend_coverage.days ?? 0));
  const now = Math.max(0, ...totals.map(({ spend_coverage }) => spend_coverage.days));
  return days > 0 && days < now ? [`The period before has clicks or spend on ${days} days.`] : [];
}

const action = (text: string, run: () => void) => (
  <Anchor component="button" type="button" fz="xs" onClick={run}>
    {text}
  </Anchor>
);

const NotCompared = ({ error }: { error: unknown }) =>
  missingRates(error).length > 0 ? (
    <>
      Nothing is compared, because exchange rates of the days before are missing. <SpendLink tab="rates">Enter them</SpendLink>{' '}
    </>
  ) : (
    'The period to compare with could not be loaded. '
  );
