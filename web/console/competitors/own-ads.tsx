import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, call } from '../core/api.ts';
import { Button } from '../kit/button.tsx';
import { onSubmit } from '../kit/form.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Loaded, Problem, Section } from '../kit/page.tsx';
import { adsQueryOf, Filters, untilCopied } from './filters.tsx';
import { useCompetitorsSearch } from './search.ts';
import { maxImages, TemplatePrompt } from './template.tsx';
import { type Ad, Wall } from './wall.tsx';

export function OwnAds() {
  const filter = adsQueryOf(useCompetitorsSearch().search);
  const [chosen, setChosen] = useState<readonly Ad[]>([]);
  const [isMaking, setIsMaking] = useState(false);
  const choose = (ad: Ad) => setChosen(chosen.some(({ id }) => id === ad.id) ? chosen.filter(({ id }) => id !== ad.id) : [...chosen, ad]);
  const queries = useQueryClient();
  const status = useQuery({ queryKey: ['discovery'], queryFn: () => call('readDiscoveryStatus', {}) });
  const hasPage = status.data?.has_own_page;
  const ads = useQuery({
    enabled: hasPage === true,
    queryKey: ['own-ads', filter],
    queryFn: () => call('readOwnAds', { query: { ...filter, limit: 24 } }),
    staleTime: 5 * 60_000,
    refetchInterval: ({ state }) => untilCopied(state.data?.ads, state.dataUpdateCount),
    retry: false,
  });
  const refresh = () => {
    queries.invalidateQueries({ queryKey: ['discovery'] });
    queries.invalidateQueries({ queryKey: ['own-ads'] });
  };
  if (status.isError) return <Problem error={status.error} retry={() => status.refetch()} />;
  if (hasPage === false) return <OwnPage found={refresh} />;
  return (
    <div>
      <Filters />
      <Loaded query={ads} height={360}>
        {({ page_name, ads: list, total, error }) => (
          <Section
            title={page_name ?? 'Your ads'}
            about={`${countText(total)} ${total === 1 ? 'ad' : 'ads'}${total > list.length ? `, of which ${countText(list.length)} are shown` : ''}. Choose up to ${maxImages} as a template for a prompt.`}
            actions={
              <Button size="xs" disabled={chosen.length === 0 || chosen.length > maxImages} onClick={() => setIsMaking(true)}>
                Make a prompt for my products
              </Button>
            }
          >
            {error && (
              <Text fz="sm" c="dimmed" mb="sm">
                {error}
              </Text>
            )}
            {list.length === 0 ? (
              <Empty title="No ads in this country">Choose another country or status.</Empty>
            ) : (
              <Wall ads={list} chosen={chosen} choose={choose} />
            )}
          </Section>
        )}
      </Loaded>
      {isMaking && <TemplatePrompt ads={chosen} close={() => setIsMaking(false)} />}
    </div>
  );
}

function OwnPage({ found: onFound }: { found: () => void }) {
  const [page, setPage] = useState('');
  const discover = useMutation<unknown, ApiError>({
    mutationFn: () => call('discoverOwnPage', {} as never),
    onSuccess: onFound,
  });
  const set = useMutation<unknown, ApiError>({
    mutationFn: () => call('setOwnPage', { query: {}, body: { page_url: page.trim() } }),
    onSuccess: onFound,
  });
  return (
    <Section title="Connect your page" about="To see your own ads next to those of your competitors.">
      <Stack gap="sm" align="flex-start">
        <Button onClick={() => discover.mutateAsync()}>Find it by my website</Button>
        {discover.isError && <Problem error={discover.error} />}
        <form onSubmit={onSubmit(() => set.mutate())} style={{ width: '100%' }}>
          <Group align="flex-end" gap="xs">
            <TextInput
              label="Or enter its address in the ad library"
              value={page}
              onChange={(event) => setPage(event.currentTarget.value)}
              error={set.error?.fields.page_url}
              style={{ flex: '1 1 260px', maxWidth: 480 }}
              required
            />
            <Button type="submit" variant="default" loading={set.isPending}>
              Connect
            </Button>
          </Group>
        </form>
        {set.isError && <Problem error={set.error} />}
      </Stack>
    </Section>
  );
}
