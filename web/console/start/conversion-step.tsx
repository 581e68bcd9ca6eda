import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../core/api.ts';
import type { Environment } from '../core/scope.ts';
import { Problem } from '../kit/page.tsx';
import { waitEvery } from '../kit/poll.ts';
import { reasonText } from '../kit/reasons.ts';
import { SendHere } from './actions.tsx';
import { conversionSnippets } from './snippets.ts';
import { Snippets, Waiting } from './steps.tsx';

export function useSample(environment: Environment, hasClick: boolean) {
  const [eventId] = useState(() => `order_created:first-${crypto.randomUUID().slice(0, 8)}`);
  const [beganAt] = useState(Date.now);
  const [isSent, setSent] = useState(false);
  const query = useQuery({
    queryKey: ['start', 'conversion', environment, eventId],
    queryFn: async () => {
      const { events } = await call('listEvents', { query: { environment, id: eventId, limit: 1 } as never });
      return events.find(({ outcome }) => outcome === 'matched' || outcome === 'unmatched') ?? null;
    },
    enabled: hasClick,
    refetchInterval: ({ state }) => (state.data ? false : waitEvery(Date.now() - beganAt)),
  });
  return { eventId, query, received: query.data ?? null, isSent, setSent };
}

const secretPlaceholder = 'YOUR_SECRET_KEY';

export function ConversionStep({
  api,
  secret,
  secretKeyId,
  clickId,
  sample: { eventId, query, received, setSent },
  isDone,
  makeClick,
  sent: onSent,
}: {
  api: string;
  secret: string | null;
  secretKeyId: string;
  clickId: string | null;
  sample: ReturnType<typeof useSample>;
  isDone: boolean;
  makeClick: ReactNode;
  sent: () => void;
}) {
  const replaced = [...(secret ? [] : [secretPlaceholder]), ...(clickId ? [] : ['CLICK_ID'])];
  return (
    <Stack gap="md">
      <Text fz="sm">
        Your server sends an order with the click ID that the cookie <code>svc_sid</code> holds.{' '}
        {replaced.length === 0 ? 'Each example runs as it is.' : `Replace ${replaced.join(' and ')} in the example with your own.`}
      </Text>
      <Snippets
        label="Conversion"
        snippets={conversionSnippets({
          api,
          secret: secret ?? secretPlaceholder,
          clickId: clickId ?? 'CLICK_ID',
          eventId,
        })}
      />
      {clickId ? (
        <SendHere
          {...{ secretKeyId, clickId, eventId }}
          // This runs before the response, because the step closes if the log is read first.
          sending={() => setSent(true)}
          sent={() => {
            // The event is in the log about a second after the response.
            setTimeout(() => {
              query.refetch();
              onSent();
            }, 900);
          }}
        />
      ) : (
        makeClick
      )}
      {query.isError && <Problem error={query.error} retry={() => query.refetch()} />}
      <Waiting
        isDone={isDone || received !== null}
        waiting="Waiting for your first conversion …"
        done={
          received === null
            ? 'Conversions have arrived.'
            : received.outcome === 'matched'
              ? `Attributed to the campaign ${received.campaign}.`
              : `Received, and not attributed: ${reasonText(received.reason ?? '')}.`
        }
      />
    </Stack>
  );
}
