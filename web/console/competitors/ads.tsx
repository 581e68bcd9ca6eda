import {
  Anchor,
  Badge,
  Button,
  Center,
  Group,
  Modal,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Answer, ApiError, call } from '../app/api.ts';
import { dialog } from '../kit/dialog.ts';
import { countText } from '../kit/money.ts';
import { Empty, Loaded, Problem, Section } from '../kit/page.tsx';
import { PromptText } from './prompts.tsx';
import { copyOf, safeHref } from './safe-href.ts';

type Ad = Answer<'readOwnAds'>['ads'][number];
type Filter = { country: string; active_status: 'all' | 'active' | 'inactive' };

const countries = [
  'ALL',
  'AT',
  'BE',
  'CH',
  'DE',
  'DK',
  'ES',
  'FR',
  'GB',
  'IE',
  'IT',
  'NL',
  'NO',
  'PL',
  'PT',
  'SE',
  'US',
];
const countryName = (code: string) =>
  code === 'ALL' ? 'All countries' : (new Intl.DisplayNames(undefined, { type: 'region' }).of(code) ?? code);

/** Asks again a few times while pictures are being copied. */
const untilCopied = (ads: readonly Ad[] | undefined, reads: number): number | false =>
  reads < 8 && ads?.some(({ image_urls: [image] }) => image && !copyOf(image)) ? 5000 : false;

function Filters({ filter, change }: { filter: Filter; change: (filter: Filter) => void }) {
  return (
    <Group gap="xs" mb="md">
      <NativeSelect
        aria-label="Country"
        value={filter.country}
        onChange={(event) => change({ ...filter, country: event.currentTarget.value })}
        data={countries.map((value) => ({ value, label: countryName(value) }))}
      />
      <NativeSelect
        aria-label="Status"
        value={filter.active_status}
        onChange={(event) =>
          change({ ...filter, active_status: event.currentTarget.value as Filter['active_status'] })
        }
        data={[
          { value: 'all', label: 'Active and over' },
          { value: 'active', label: 'Active' },
          { value: 'inactive', label: 'Over' },
        ]}
      />
    </Group>
  );
}

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
                  <Wall ads={list} of={name} />
                </Section>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </div>
  );
}

export function OwnAds() {
  const [filter, setFilter] = useState<Filter>({ country: 'ALL', active_status: 'all' });
  const queries = useQueryClient();
  const ads = useQuery({
    queryKey: ['own-ads', filter],
    queryFn: () => call('readOwnAds', { query: { ...filter, limit: 24 } }),
    staleTime: 5 * 60_000,
    refetchInterval: ({ state }) => untilCopied(state.data?.ads, state.dataUpdateCount),
    retry: false,
  });
  if (ads.error instanceof ApiError && ads.error.code === 'ads_page_not_set')
    return <OwnPage found={() => queries.invalidateQueries({ queryKey: ['own-ads'] })} />;
  return (
    <div>
      <Filters filter={filter} change={setFilter} />
      <Loaded query={ads} height={360}>
        {({ page_name, ads: list, total, error }) => (
          <Section
            title={page_name ?? 'Your ads'}
            about={`${countText(total)} ${total === 1 ? 'ad' : 'ads'}`}
          >
            {error && (
              <Text fz="sm" c="dimmed" mb="sm">
                {error}
              </Text>
            )}
            {list.length === 0 ? (
              <Empty title="No ads in this country">Choose another country or status.</Empty>
            ) : (
              <Wall ads={list} />
            )}
          </Section>
        )}
      </Loaded>
    </div>
  );
}

function OwnPage({ found }: { found: () => void }) {
  const [page, setPage] = useState('');
  const discover = useMutation<unknown, ApiError>({
    mutationFn: () => call('discoverOwnPage', {} as never),
    onSuccess: found,
  });
  const set = useMutation<unknown, ApiError>({
    mutationFn: () => call('setOwnPage', { query: {}, body: { page_url: page.trim() } }),
    onSuccess: found,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate();
  };
  return (
    <Section title="Connect your page" about="To see your own ads beside those of your competitors.">
      <Stack gap="sm" align="flex-start">
        <Button onClick={() => discover.mutate()} loading={discover.isPending}>
          Find it by my website
        </Button>
        {discover.isError && <Problem error={discover.error} />}
        <form onSubmit={submit} style={{ width: '100%' }}>
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
        {set.isError && Object.keys(set.error.fields).length === 0 && <Problem error={set.error} />}
      </Stack>
    </Section>
  );
}

function Wall({ ads, of }: { ads: readonly Ad[]; of?: string }) {
  const [asked, setAsked] = useState<Ad | null>(null);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="sm">
        {ads.map((ad) => (
          <AdCard key={ad.id} ad={ad} makePrompt={of ? () => setAsked(ad) : undefined} />
        ))}
      </SimpleGrid>
      {asked && of && <MakePrompt ad={asked} of={of} close={() => setAsked(null)} />}
    </>
  );
}

function AdCard({ ad, makePrompt }: { ad: Ad; makePrompt: (() => void) | undefined }) {
  const { title, body, image_urls, status, days_running, countries: shownIn, snapshot_url } = ad;
  const [image] = image_urls;
  const copy = copyOf(image);
  return (
    <Paper component="article" style={{ overflow: 'hidden', display: 'flex', flexDirection: 'column' }}>
      {copy ? (
        <img
          src={copy}
          alt={title ? `Picture of the ad “${title}”` : 'Picture of the ad'}
          loading="lazy"
          width={400}
          height={300}
          style={{
            width: '100%',
            height: 'auto',
            aspectRatio: '4 / 3',
            objectFit: 'cover',
            display: 'block',
          }}
        />
      ) : (
        <Center className="bar-track" style={{ aspectRatio: '4 / 3', borderRadius: 0 }}>
          <Text fz="xs" c="dimmed">
            {image ? 'The picture is being copied' : 'No picture'}
          </Text>
        </Center>
      )}
      <Stack gap={6} p="sm" style={{ flex: 1 }}>
        <Group gap={6}>
          <Badge color={status === 'active' ? 'teal' : 'gray'}>
            {status === 'active' ? 'Active' : 'Over'}
          </Badge>
          {days_running !== null && (
            <Text fz="xs" c="dimmed">
              {days_running} {days_running === 1 ? 'day' : 'days'}
            </Text>
          )}
          <Text fz="xs" c="dimmed">
            {shownIn.slice(0, 4).join(', ')}
            {shownIn.length > 4 && ` +${shownIn.length - 4}`}
          </Text>
        </Group>
        <Text fz="sm" fw={600} className="anywhere">
          {title}
        </Text>
        <Text fz="sm" lineClamp={3} className="anywhere">
          {body}
        </Text>
        <Group gap="xs" mt="auto">
          {makePrompt && image && (
            <Button
              size="xs"
              variant="default"
              onClick={makePrompt}
              aria-label={`Make a prompt from ${title ?? 'this ad'}`}
            >
              Make a prompt
            </Button>
          )}
          {safeHref(snapshot_url) && (
            <Anchor href={safeHref(snapshot_url)} target="_blank" rel="noreferrer" fz="xs">
              In the library
            </Anchor>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

function MakePrompt({ ad, of, close }: { ad: Ad; of: string; close: () => void }) {
  const queries = useQueryClient();
  const text = [ad.title, ad.body].filter(Boolean).join('\n').slice(0, 5000);
  const make = useMutation<Answer<'generateAdPrompt'>, ApiError>({
    mutationFn: () =>
      call('generateAdPrompt', {
        body: {
          ...{ ad_id: ad.id, image_url: ad.image_urls[0] ?? '', competitor_name: of },
          ...(text && { ad_text: text }),
        },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['prompts'] }),
  });
  return (
    <Modal {...dialog} centered size="lg" onClose={close} title="A prompt in the style of this ad">
      {make.data ? (
        <PromptText prompt={make.data} />
      ) : (
        <Stack gap="sm">
          <Text fz="sm">
            A vision model looks at the picture and writes a prompt for an image model: its composition, light
            and colours, without logos and names. It takes some seconds.
          </Text>
          {make.isError && <Problem error={make.error} />}
          <Group>
            <Button onClick={() => make.mutate()} loading={make.isPending}>
              Make the prompt
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
