import { Anchor, Text } from '@mantine/core';
import { dayText, rangeText, timeText } from '../kit/dates.ts';
import { missingRates } from '../kit/missing-rates.ts';
import { SpendLink } from './spend-link.tsx';
import { mainOf } from './tiles.tsx';
import type { Report, View } from './view.ts';

export function About({
  report,
  compared,
  missing,
  error,
  today,
  view: { query, zone, search, change },
  recorded,
  lacksRates,
  reload,
}: {
  report: Report;
  compared: Report | undefined;
  missing: readonly string[];
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
          ...missing,
        ]
      : []),
    ...(today ? [`${dayText(today)} is not over.`] : []),
    `As of ${timeText(report.as_of, zone)}.`,
  ];
  return (
    <Text fz="xs" c="dimmed" mt={6}>
      {sentences.join(' ')} {error !== null && !compared && <NotCompared error={error} />}
      {query.currency && recorded.length > 1 && (
        <>
          Amounts in {recorded.join(' and ')} are shown in {query.currency}, each by the rate of its day.{' '}
          {action('Show them as they are', () =>
            change({ currency: undefined, currencies: 'original' }),
          )}{' '}
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
      {main && main.spend === null && others.length === 0 && (
        <>
          What these ads cost is not imported. <SpendLink tab="imports">Import it</SpendLink>{' '}
        </>
      )}
      {action('Refresh', reload)}
    </Text>
  );
}

const action = (text: string, run: () => void) => (
  <Anchor component="button" type="button" fz="xs" onClick={run}>
    {text}
  </Anchor>
);

const NotCompared = ({ error }: { error: unknown }) =>
  missingRates(error).length > 0 ? (
    <>
      Nothing is compared, because exchange rates of the days before are missing.{' '}
      <SpendLink tab="rates">Enter them</SpendLink>{' '}
    </>
  ) : (
    'The period to compare with could not be loaded. '
  );
