import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { type Answer, ApiError, call } from '../core/api.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useTyped } from '../core/use-typed.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { type Rules, ruleText } from '../kit/channel-rules.ts';
import { Facts } from '../kit/facts.tsx';
import { Loading, Problem, Section } from '../kit/page.tsx';
import { ChannelBadge } from './channel-badge.tsx';
import { channelsSearch } from './search.ts';

/** The link is part of the address, so that a colleague can see the same result. */
export function TestLink({ rules }: { rules: Rules['default_rules'] }) {
  const { link = '', referrer = '' } = useValidSearch(channelsSearch);
  const [typed, setTyped] = useTyped({ link, referrer });
  const change = useChangeSearch();
  const preview = useQuery({
    queryKey: ['channel-preview', link, referrer],
    queryFn: () => call('previewChannel', { query: { url: link, ...(referrer && { referrer }) } }),
    enabled: link !== '',
    retry: false,
  });
  const fields = preview.error instanceof ApiError ? preview.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tested = { link: typed.link.trim() || undefined, referrer: typed.referrer.trim() || undefined };
    change(tested);
  };
  return (
    <Section title="Test a link" about="Says which channel a click on this link would get now, and why. Nothing is stored.">
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label="Landing page, with its parameters"
              placeholder="https://shop.example/?utm_source=chatgpt.com"
              required
              value={typed.link}
              onChange={({ currentTarget: { value } }) => setTyped({ ...typed, link: value })}
              error={fields.url}
            />
            <TextInput
              label="Page before"
              placeholder="https://www.google.com/"
              value={typed.referrer}
              onChange={({ currentTarget: { value } }) => setTyped({ ...typed, referrer: value })}
              error={fields.referrer}
            />
            <div>
              <Button type="submit" variant="default" loading={preview.isFetching}>
                Test the link
              </Button>
            </div>
          </Stack>
        </form>
        <div aria-live="polite">
          {preview.isError && <Problem error={preview.error} retry={() => preview.refetch()} />}
          {preview.isLoading && <Loading height={160} />}
          {preview.data && <Result preview={preview.data} rules={rules} />}
        </div>
      </SimpleGrid>
    </Section>
  );
}

const Result = ({ preview, rules }: { preview: Answer<'previewChannel'>; rules: Rules['default_rules'] }) => (
  <Facts
    facts={[
      ['Channel', <ChannelBadge key="channel" channel={preview.channel} />],
      ['Rule', ruleText(preview.rule, rules)],
      ['Source', preview.source],
      ['Medium', preview.medium],
      ['Campaign', preview.campaign],
      ['Page before', preview.referrer_host],
      ['Click IDs', preview.network_click_ids.join(', ')],
      ['Link', preview.link_fault && `Corrected: ${preview.link_fault}`],
    ]}
  />
);
