import { Badge, Group, Paper, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Tone } from '../core/theme.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useTyped } from '../core/use-typed.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Button } from '../kit/button.tsx';
import { onSubmit } from '../kit/form.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Loading, Page, Part, Problem, Section, useIsOld } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import { type Answer, operate } from './api.ts';
import { Marked } from './kit/marked.tsx';
import { type Kind, kinds, traceSearch } from './search-params.ts';

const names: Record<Kind, string> = { user: 'Users', conversation: 'Conversations', image: 'Prompts' };
const colors: Record<Kind, Tone> = { user: 'indigo', conversation: 'teal', image: 'grape' };
const pageSize = 20;

export function SearchPage() {
  const search = useValidSearch(traceSearch);
  const changeSearch = useChangeSearch();
  const { q = '', kind } = search;
  const [typed, setTyped] = useTyped(q);
  const change = (changes: object) => changeSearch(changes);
  return (
    <Page
      title="Search"
      about="Users, companies, conversations and prompts. Finds the text exactly as typed, also inside words, and the account of a whole key ID or public key. What you search for is recorded as a keyed hash."
    >
      <form onSubmit={onSubmit(() => change({ q: typed === '' ? undefined : typed }))}>
        <Group gap="xs" align="flex-end">
          <TextInput
            label="Text to find"
            placeholder="A part of an e-mail, a company, a prompt, a key"
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
            style={{ flex: '1 1 240px' }}
          />
          <Button type="submit">Search</Button>
        </Group>
      </form>
      <div>
        <SegmentedControl
          aria-label="Kind of results"
          value={kind ?? 'all'}
          onChange={(value) => change({ kind: value === 'all' ? undefined : value })}
          data={[{ value: 'all', label: 'All' }, ...kinds.map((value) => ({ value, label: names[value] }))]}
        />
      </div>
      <Results q={q} {...(kind && { kind })} />
    </Page>
  );
}

export function Results({ q, kind, userId }: { q: string; kind?: Kind; userId?: number }) {
  const query = { q, ...(kind && { kind }), ...(userId && { user_id: userId }), limit: pageSize };
  const searchQuery = useInfiniteQuery({
    queryKey: ['operators', 'search', query],
    queryFn: ({ pageParam, signal }) => operate('searchTraces', { query: { ...query, ...pageParam } }, { signal }),
    initialPageParam: { offset: 0 } as Place,
    getNextPageParam: ({ has_more, offset, limit, cursor }, _, { offset: __, ...from }): Place | null => {
      if (cursor) return { offset: 0, cursor };
      return has_more ? { ...from, offset: offset + limit } : null;
    },
    // Every search is an audit entry.
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
  const isOld = useIsOld(searchQuery);
  const all = searchQuery.data?.pages.flatMap((page) => page.results) ?? [];
  const results = userId ? all.filter((result) => result.kind !== 'user') : all;
  const total = searchQuery.data?.pages[0]?.total_estimate ?? 0;
  const isPartial = searchQuery.data?.pages.at(-1)?.partial ?? false;
  return (
    <Section
      title={userId ? 'Conversations and prompts' : 'Results'}
      about={
        searchQuery.isSuccess
          ? `${searchQuery.hasNextPage ? 'About ' : ''}${countText(searchQuery.hasNextPage ? Math.max(total, results.length) : results.length)} found, newest first`
          : ''
      }
    >
      {searchQuery.isError && <Problem error={searchQuery.error} retry={() => searchQuery.refetch()} />}
      {searchQuery.isPending && <Loading height={240} />}
      {searchQuery.isSuccess && results.length === 0 && !isPartial && (
        <Empty title={userId ? 'None yet' : 'Nothing was found'}>
          {!userId && 'Search for less of the text. '}New data appears after a moment.
        </Empty>
      )}
      <Part isOld={isOld}>
        <Stack gap="xs">
          {results.map((result) => (
            <Result key={`${result.kind} ${result.id}`} result={result} />
          ))}
        </Stack>
      </Part>
      {isPartial && (
        <Text size="sm" c="dimmed" mt="md" role="status">
          The search stopped after two seconds. Older records are not searched yet.
        </Text>
      )}
      {searchQuery.hasNextPage && (
        <Button mt="md" variant="default" onClick={() => searchQuery.fetchNextPage()}>
          {isPartial ? 'Search older records' : 'Load more'}
        </Button>
      )}
    </Section>
  );
}

type Place = { offset: number; cursor?: string };

type Found = Answer<'searchTraces'>['results'][number];

function Result({ result }: { result: Found }) {
  const { kind, id, user_id, title, snippet, highlights, matched_field, created_at } = result;
  const name = title || '(no title)';
  return (
    <Paper p="sm" component="article">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Group gap="xs" miw={0}>
          <Badge color={colors[kind]}>{names[kind].replace(/s$/, '')}</Badge>
          <Text fw={600} fz="sm" className="anywhere" component="span">
            {kind === 'user' && (
              <Link to="/operators/users/$userId" params={{ userId: String(user_id) }}>
                {name}
              </Link>
            )}
            {kind === 'conversation' && (
              <Link to="/operators/conversations/$id" params={{ id: String(id) }}>
                {name}
              </Link>
            )}
            {kind === 'image' && (
              <Link to="/operators/images/$id" params={{ id: String(id) }}>
                {name}
              </Link>
            )}
          </Text>
        </Group>
        <Text fz="xs" c="dimmed" component="div">
          <Time at={created_at} ago />
        </Text>
      </Group>
      {snippet && (
        <Text fz="sm" mt={6} className="anywhere pre-line">
          <Marked text={snippet} places={highlights} />
        </Text>
      )}
      <Text fz="xs" c="dimmed" mt={4}>
        {matched_field ? `Found in ${readable(matched_field.replace('user.', 'the user: ')).toLowerCase()} · ` : ''}
        {kind === 'user' ? (
          `User ${user_id}`
        ) : (
          <Link to="/operators/users/$userId" params={{ userId: String(user_id) }}>
            User {user_id}
          </Link>
        )}
      </Text>
    </Paper>
  );
}
