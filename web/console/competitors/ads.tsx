import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../core/api.ts';
import { Choice } from '../kit/choice.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Loaded, Section } from '../kit/page.tsx';
import { SearchField } from '../kit/search-field.tsx';
import { adsQueryOf, Filters, untilCopied } from './filters.tsx';
import { type CompetitorsSearch, useCompetitorsSearch } from './search.ts';
import { type Ad, Wall } from './wall.tsx';

/** The API lists at most this many ads of a competitor. */
const mostAds = 50;
const firstAds = 4;

export function CompetitorsAds({ names }: { names: readonly string[] }) {
  const { search, change } = useCompetitorsSearch();
  const { of, text, order } = search;
  const query = adsQueryOf(search);
  const limit = of || text || order ? mostAds : firstAds;
  const ads = useQuery({
    queryKey: ['ads', query, limit],
    queryFn: () => call('readSocialAds', { query: { ...query, ads_per_competitor: limit } }),
    staleTime: 5 * 60_000,
    refetchInterval: ({ state }) =>
      untilCopied(
        state.data?.competitors.flatMap(({ ads: list }) => list),
        state.dataUpdateCount,
      ),
  });
  return (
    <div>
      <Filters>
        <Choice
          label="Competitor"
          value={of}
          none="All competitors"
          choices={[...new Set([...names, ...(of ? [of] : [])])].map((name) => [name, name])}
          choose={(chosen) => change({ of: chosen })}
        />
        <SearchField label="Text of an ad" placeholder="Text of an ad" value={text ?? ''} change={(typed) => change({ text: typed })} />
        <Choice
          label="Order"
          value={order}
          none="Newest first"
          choices={[['longest', 'Longest running first']]}
          choose={(chosen) => change({ order: chosen })}
        />
      </Filters>
      <Loaded query={ads} height={360}>
        {({ competitors }) => {
          const matchingCompetitors = competitors.flatMap((competitor) => {
            const list = adsOf(competitor.ads, search);
            const isHidden = (of && competitor.name !== of) || (text && list.length === 0);
            return isHidden ? [] : [{ ...competitor, list }];
          });
          if (matchingCompetitors.length === 0)
            return (
              <Section title="Ads">
                {competitors.length === 0 ? (
                  <Empty title="No competitors yet">Search for them above. Their ads follow.</Empty>
                ) : (
                  <Empty
                    title="No ad matches"
                    action={<Button onClick={() => change({ of: undefined, text: undefined })}>Show all ads</Button>}
                  />
                )}
              </Section>
            );
          return (
            <Stack gap="lg">
              {matchingCompetitors.map((competitor) => (
                <OneCompetitor key={competitor.name} of={competitor} />
              ))}
            </Stack>
          );
        }}
      </Loaded>
    </div>
  );
}

function adsOf(ads: readonly Ad[], { text = '', order }: CompetitorsSearch): readonly Ad[] {
  const searchedText = text.toLowerCase();
  const some = ads.filter(({ title, body }) => `${title ?? ''} ${body ?? ''}`.toLowerCase().includes(searchedText));
  return order === 'longest' ? some.toSorted((a, b) => (b.days_running ?? -1) - (a.days_running ?? -1)) : some;
}

type Competitor = Answer<'readSocialAds'>['competitors'][number];

function OneCompetitor({
  of: { name, total, error, coverage, ads, list, has_more: hasMore },
}: {
  of: Competitor & { list: readonly Ad[] };
}) {
  const { search, change } = useCompetitorsSearch();
  const { of, text } = search;
  const shown = of ? list : list.slice(0, firstAds);
  const about = text ? `${countText(list.length)} of ${countText(ads.length)} ads` : `${countText(total)} ${total === 1 ? 'ad' : 'ads'}`;
  return (
    <Section title={name} about={about}>
      {error && (
        <Text fz="sm" c="dimmed" mb={list.length > 0 ? 'sm' : 0}>
          {error}
        </Text>
      )}
      {list.length === 0 && !error && (
        <Text fz="sm" c="dimmed">
          {coverage === 'full' ? 'No ads in this country.' : 'The ad library does not show all ads of this country.'}
        </Text>
      )}
      <Wall ads={shown} of={name} />
      <Group gap="xs" mt="sm">
        {!of && Math.max(total, list.length) > shown.length && (
          <Button size="xs" variant="default" onClick={() => change({ of: name })}>
            See all ads of {name}
          </Button>
        )}
        {of && hasMore && (
          <Text fz="sm" c="dimmed">
            The ad library has more: these are the newest {countText(ads.length)}.
          </Text>
        )}
        {of && (
          <Button size="xs" variant="default" onClick={() => change({ of: undefined })}>
            Show all competitors
          </Button>
        )}
      </Group>
    </Section>
  );
}
