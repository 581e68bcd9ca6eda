import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../core/api.ts';
import { countText } from '../kit/money.ts';
import { Empty, Loaded, Section } from '../kit/page.tsx';
import { type Filter, Filters, untilCopied } from './filters.tsx';
import { type Ad, Wall } from './wall.tsx';

export function CompetitorsAds() {
  const [filter, setFilter] = useState<Filter>({ country: 'ALL', active_status: 'all' });
  const ads = useQuery({
    queryKey: ['ads', filter],
    queryFn: () => call('readSocialAds', { query: { ...filter, ads_per_competitor: 8 } }),
    staleTime: 5 * 60_000,
    refetchInterval: ({ state }) =>
      untilCopied(
        state.data?.competitors.flatMap(({ ads: list }) => list),
        state.dataUpdateCount,
      ),
  });
  return (
    <div>
      <Filters filter={filter} change={setFilter} />
      <Loaded query={ads} height={360}>
        {({ competitors }) =>
          competitors.length === 0 ? (
            <Section title="Ads">
              <Empty title="No competitors yet">Search for your competitors above. Their ads follow.</Empty>
            </Section>
          ) : (
            <Stack gap="lg">
              {competitors.map(({ name, ads: list, total, error, coverage }) => (
                <Section key={name} title={name} about={`${countText(total)} ${total === 1 ? 'ad' : 'ads'}`}>
                  {error && (
                    <Text fz="sm" c="dimmed" mb={list.length > 0 ? 'sm' : 0}>
                      {error}
                    </Text>
                  )}
                  {list.length === 0 && !error && (
                    <Text fz="sm" c="dimmed">
                      {coverage === 'full'
                        ? 'No ads in this country.'
                        : 'The ad library does not show all ads of this country.'}
                    </Text>
                  )}
                  <FirstAds ads={list} of={name} />
                </Section>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </div>
  );
}

/** Shows a row of ads per competitor, and loads more on request. */
function FirstAds({ ads, of }: { ads: readonly Ad[]; of: string }) {
  const [most, setMost] = useState(4);
  return (
    <>
      <Wall ads={ads.slice(0, most)} of={of} />
      {ads.length > most && (
        <Button mt="sm" size="xs" variant="default" onClick={() => setMost(ads.length)}>
          Show {ads.length - most} more of {of}
        </Button>
      )}
    </>
  );
}
