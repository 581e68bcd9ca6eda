import { Anchor, Badge, Center, Checkbox, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Note, Problem } from '../kit/page.tsx';
import { copyOf, safeHref } from '../kit/safe-href.ts';
import { PromptText } from './prompts.tsx';

export type Ad = Answer<'readOwnAds'>['ads'][number];

export function Wall({ ads, of, chosen, choose }: { ads: readonly Ad[]; of?: string; chosen?: readonly Ad[]; choose?: (ad: Ad) => void }) {
  const [asked, setAsked] = useState<Ad | null>(null);
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 3, xl: 4 }} spacing={{ base: 'xs', md: 'sm' }}>
        {ads.map((ad) => (
          <AdCard
            key={ad.id}
            ad={ad}
            makePrompt={of ? () => setAsked(ad) : undefined}
            isChosen={chosen?.some(({ id }) => id === ad.id) ?? false}
            choose={choose && (() => choose(ad))}
          />
        ))}
      </SimpleGrid>
      {asked && of && <MakePrompt ad={asked} of={of} close={() => setAsked(null)} />}
    </>
  );
}

function AdCard({
  ad,
  makePrompt,
  isChosen,
  choose,
}: {
  ad: Ad;
  makePrompt: (() => void) | undefined;
  isChosen: boolean;
  choose: (() => void) | undefined;
}) {
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
          height={400}
          style={{
            width: '100%',
            height: 'auto',
            aspectRatio: '1 / 1',
            objectFit: 'cover',
            display: 'block',
          }}
        />
      ) : (
        <Center className="bar-track" style={{ aspectRatio: '1 / 1', borderRadius: 0 }}>
          <Note>{image ? 'The picture is being copied' : 'No picture'}</Note>
        </Center>
      )}
      <Stack gap={6} p="sm" style={{ flex: 1 }}>
        <Group gap={6}>
          <Badge color={status === 'active' ? 'teal' : 'gray'}>{status === 'active' ? 'Active' : 'Over'}</Badge>
          {days_running !== null && (
            <Note>
              {days_running} {days_running === 1 ? 'day' : 'days'}
            </Note>
          )}
          <Note>
            {shownIn.slice(0, 4).join(', ')}
            {shownIn.length > 4 && ` +${shownIn.length - 4}`}
          </Note>
        </Group>
        <Text fz="sm" fw={600} className="anywhere">
          {title}
        </Text>
        <Text fz="sm" lineClamp={3} className="anywhere">
          {body}
        </Text>
        <Group gap="xs" mt="auto">
          {makePrompt && image && (
            <Button size="xs" variant="default" onClick={makePrompt} aria-label={`Make a prompt from ${title ?? 'this ad'}`}>
              Make a prompt
            </Button>
          )}
          {choose && image && (
            <Checkbox
              size="xs"
              label="As a template"
              aria-label={`Use ${title ?? 'this ad'} as a template`}
              checked={isChosen}
              onChange={choose}
            />
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
          ad_id: ad.id,
          image_url: ad.image_urls[0] ?? '',
          competitor_name: of,
          ...(text && { ad_text: text }),
        },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['prompts'] }),
  });
  return (
    <Dialog size="lg" onClose={close} title="A prompt in the style of this ad">
      {make.data ? (
        <PromptText prompt={make.data} />
      ) : (
        <Stack gap="sm">
          <Text fz="sm">
            A vision model looks at the picture and writes a prompt for an image model: its composition, light and colours, without logos
            and names. It takes some seconds.
          </Text>
          {make.isError && <Problem error={make.error} />}
          <Group>
            <Button onClick={() => make.mutateAsync()}>Make the prompt</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
