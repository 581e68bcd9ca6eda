import { Anchor, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Choice } from '../kit/choice.tsx';
import { dayIn, plusDays } from '../kit/dates.ts';
import { countText, moneyText } from '../kit/money.ts';
import { Empty, Loaded, Note, Section } from '../kit/page.tsx';
import { AliasList } from './alias-list.tsx';
import type { Joins } from './aliases.ts';
import { ClicksWithoutSpend } from './clicks-without-spend.tsx';
import { JoinCard } from './join-card.tsx';
import { joinPeriods, spendSearch } from './search.ts';

export function JoinsTab() {
  const { days = 30 } = useValidSearch(spendSearch);
  const { environment, zone } = useScope();
  const change = useChangeSearch();
  const to = dayIn(zone, Date.now());
  const from = plusDays(to, 1 - days);
  const joins = useQuery({
    queryKey: ['spend-joins', environment, zone, from, to],
    queryFn: () => call('listSpendJoins', { query: { environment, time_zone: zone, from, to } }),
  });
  return (
    <Stack gap="lg">
      <Group>
        <Choice
          label="Period"
          value={String(days)}
          choices={joinPeriods.map((count) => [String(count), `Last ${count} days`])}
          choose={(chosen) => change({ days: chosen === '30' ? undefined : Number(chosen) })}
        />
      </Group>
      <Loaded query={joins} height={320}>
        {(data) => (
          <>
            <Decisions joins={data} />
            <ClicksWithoutSpend joins={data} />
          </>
        )}
      </Loaded>
      <AliasList key={environment} />
    </Stack>
  );
}

function Decisions({ joins }: { joins: Joins }) {
  const { joined, spend_without_clicks: rows, spend_without_clicks_count: count, clicks_without_spend, from, to } = joins;
  const joinedText = joined.map(({ currency, spend }) => moneyText(spend, currency)).join(' and ');
  return (
    <Section
      title="Spend without clicks"
      about={
        joined.length === 0
          ? 'No spend of these days is joined with clicks yet.'
          : `${joinedText} of these days are joined with clicks. The rest is here, the largest first.`
      }
    >
      {rows.length === 0 ? (
        <Empty
          title={joined.length === 0 ? 'No spend in these days' : 'All spend is joined with clicks'}
          action={
            joined.length > 0 && (
              <Anchor component={Link} to="/performance" fz="sm">
                See what these ads earned
              </Anchor>
            )
          }
        >
          {joined.length === 0
            ? 'Import a report on the first tab, or choose a longer period.'
            : 'Names of new campaigns are compared when you open this page.'}
        </Empty>
      ) : (
        <Stack gap="md">
          {rows.map((row) => (
            <JoinCard
              key={JSON.stringify([
                row.network,
                row.account,
                row.currency,
                row.campaign_id,
                row.campaign,
                row.ad_group_id,
                row.ad_group,
                row.ad_id,
                row.ad,
              ])}
              row={row}
              clicks={clicks_without_spend}
              days={{ from, to }}
            />
          ))}
          {count > rows.length && (
            <Note>
              The {countText(rows.length)} largest of {countText(count)}.
            </Note>
          )}
        </Stack>
      )}
    </Section>
  );
}
