import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { Code } from '../kit/copy.tsx';
import { curlOf } from '../kit/curl.ts';
import { Part } from '../kit/facts.tsx';
import { Loading, Note, Problem } from '../kit/page.tsx';
import type { LogEntry } from './entry.ts';
import { answerOf, sentOf } from './sent.ts';

export function useReceipt(entry: LogEntry) {
  const { environment, zone } = useScope();
  const { outcome, event_id } = entry;
  return useQuery({
    queryKey: ['receipt', environment, zone, event_id],
    queryFn: () =>
      call('readConversion', {
        params: { event_id: event_id ?? '' },
        query: { environment, time_zone: zone },
      }),
    enabled: (outcome === 'matched' || outcome === 'unmatched') && event_id !== undefined,
  });
}

export function Exchange({ entry }: { entry: LogEntry }) {
  const receipt = useReceipt(entry);
  const isKept = entry.outcome === 'rejected' && entry.replayable_until !== undefined;
  const rejected = useQuery({
    queryKey: ['sent', entry.id],
    queryFn: () => call('readSentEvent', { params: { event_id: entry.id } }),
    enabled: isKept && Date.parse(entry.replayable_until ?? '') > Date.now(),
    retry: false,
  });
  const sentFields = receipt.data ? sentOf(receipt.data) : rejected.data?.fields;
  const hasUser = receipt.data?.has_external_user ?? rejected.data?.has_external_user ?? false;
  const answer = answerOf(entry);
  return (
    <>
      <Part title="Request">
        {rejected.isLoading && <Loading height={80} />}
        {rejected.isError && <Problem error={rejected.error} retry={() => rejected.refetch()} />}
        <Stack gap="xs">
          {sentFields && <Code label="Request as JSON" text={JSON.stringify(sentFields, null, 2)} />}
          {!sentFields && !rejected.isLoading && !receipt.isLoading && (
            <Text fz="sm" c="dimmed">
              The content of this event is not stored. The call below has what the log knows.
            </Text>
          )}
          {hasUser && <Note>It also had an external_user_id, of which only a hash is stored.</Note>}
        </Stack>
      </Part>
      {answer && (
        <Part title={`Response ${answer.status}`}>
          <Code label="Response as JSON" text={JSON.stringify(answer.body, null, 2)} />
        </Part>
      )}
      <Part title="Send it with curl">
        <Code label="curl" text={curlOf(entry, window.location.origin, sentFields)} />
      </Part>
    </>
  );
}
