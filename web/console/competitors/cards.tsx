import { Anchor, Badge, Button, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../core/api.ts';
import { Choice } from '../kit/choice.tsx';
import { Empty, Section } from '../kit/page.tsx';
import { hostOf, safeHref } from '../kit/safe-href.ts';
import { SearchField } from '../kit/search-field.tsx';
import { useCompetitorsSearch } from './search.ts';

type Competitor = Answer<'listCompanyCompetitors'>['competitors'][number];

export function Cards({ competitors }: { competitors: readonly Competitor[] }) {
  const { search, change } = useCompetitorsSearch();
  const { find, sort } = search;
  if (competitors.length === 0)
    return (
      <Section title="Competitors">
        <Empty title="No competitors yet">
          Search with your website above. Your profile’s website is used by default; <Link to="/account/profile">change it there</Link>.
        </Empty>
      </Section>
    );
  const hasTwoSources = new Set(competitors.map(({ source }) => source)).size > 1;
  const searchedText = (find ?? '').toLowerCase();
  const some = competitors.filter((competitor) =>
    [competitor.name, competitor.website, competitor.description, competitor.why ?? ''].some((text) =>
      text.toLowerCase().includes(searchedText),
    ),
  );
  const sortedCompetitors = sort === 'name' ? some.toSorted((a, b) => a.name.localeCompare(b.name)) : some;
  return (
    <>
      <Group gap="xs" mb="md">
        <SearchField
          label="Name, website or what they sell"
          placeholder="Name or what they sell"
          value={find ?? ''}
          change={(typed) => change({ find: typed })}
        />
        <Choice
          label="Order"
          value={sort}
          none="Closest first"
          choices={[['name', 'A to Z']]}
          choose={(chosen) => change({ sort: chosen })}
        />
        <Text fz="sm" c="dimmed" role="status">
          {find
            ? `${sortedCompetitors.length} of ${competitors.length} competitors`
            : `${competitors.length} ${competitors.length === 1 ? 'competitor' : 'competitors'}`}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {sortedCompetitors.map(({ id, name, website, description, why, evidence_urls, source }) => (
          <Paper key={id} p="md" component="article">
            <Group gap="xs" mb={4} wrap="nowrap">
              <Initials of={name} />
              <Text fw={600} className="anywhere" style={{ flex: 1 }}>
                {name}
              </Text>
              {hasTwoSources && (
                <Badge color="gray">{source === 'lite_signup' ? 'Found when you signed up' : 'Found by your search'}</Badge>
              )}
            </Group>
            <Anchor href={safeHref(website)} target="_blank" rel="noreferrer" fz="sm" className="anywhere">
              {hostOf(website)}
            </Anchor>
            <Text fz="sm" mt={6} className="anywhere">
              {description}
            </Text>
            {why && (
              <Text fz="sm" c="dimmed" mt={6} className="anywhere">
                {why}
              </Text>
            )}
            {evidence_urls && evidence_urls.length > 0 && (
              <Text fz="xs" mt={8} c="dimmed">
                Found on{' '}
                {[...new Map(evidence_urls.map((url) => [hostOf(url), url])).values()].slice(0, 3).map((url, i) => (
                  <span key={url}>
                    {i > 0 && ', '}
                    <Anchor href={safeHref(url)} target="_blank" rel="noreferrer" fz="xs" className="anywhere">
                      {hostOf(url)}
                    </Anchor>
                  </span>
                ))}
              </Text>
            )}
            <Button
              mt="sm"
              size="xs"
              variant="default"
              aria-label={`See its ads: ${name}`}
              onClick={() => change({ tab: 'ads', of: name })}
            >
              See its ads
            </Button>
          </Paper>
        ))}
      </SimpleGrid>
    </>
  );
}

/** A competitor's own logo would be loaded from its server, which would learn who looks. */
function Initials({ of }: { of: string }) {
  const letters = of.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const hue = [...of].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  return (
    <span className="initials" aria-hidden="true" style={{ ['--hue' as string]: hue }}>
      {letters
        .slice(0, 2)
        .map((word) => [...word][0]?.toUpperCase())
        .join('') || '?'}
    </span>
  );
}
