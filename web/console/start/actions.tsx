import { Group, Button as LinkButton, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Button } from '../kit/button.tsx';
import { Code, Copyable } from '../kit/copy.tsx';
import { Note, Problem } from '../kit/page.tsx';

/** A click or a sale that is made here would stay in the live figures. */
export const TryWithTestData = () => (
  <Group gap="xs">
    <LinkButton component={Link} to="/start" search={((before: object) => ({ ...before, env: 'test' })) as never} variant="default">
      Try it with test data
    </LinkButton>
    <Note>A sale made here counts as test data alone. Your live figures have real sales.</Note>
  </Group>
);

export function MakeClick({ publicKey, done: onDone }: { publicKey: string; done: (clickId: string) => void }) {
  const make = useMutation<Answer<'createSession'>, ApiError>({
    mutationFn: () => {
      const url = 'https://your-shop.example/?svc_campaign=first_campaign&svc_ad_group=first_group&svc_ad_id=ad_1';
      return call('createSession', { body: { key: publicKey, url } }, { token: null });
    },
    onSuccess: ({ sid }) => onDone(sid),
  });
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" onClick={() => make.mutateAsync()}>
          {make.isSuccess ? 'Make another ad click' : 'Make an ad click'}
        </Button>
        {make.data && <Copyable value={make.data.sid} />}
      </Group>
      {make.isError && <Problem error={make.error} />}
    </Stack>
  );
}

export function SendHere({
  secretKeyId,
  clickId,
  eventId,
  sending,
  sent: onSent,
}: {
  secretKeyId: string;
  clickId: string;
  eventId: string;
  sending: () => void;
  sent: () => void;
}) {
  const send = useMutation<Answer<'sendWithKey'>, ApiError>({
    mutationFn: () =>
      call('sendWithKey', {
        params: { id: secretKeyId },
        body: {
          event_type: 'order_created',
          event_id: eventId,
          svc_click_id: clickId,
          value: 25.99,
          currency: 'USD',
        },
      }),
    onMutate: sending,
    onSuccess: onSent,
  });
  return (
    <Stack gap="xs">
      <Group>
        <Button onClick={() => send.mutateAsync()}>{send.isSuccess ? 'Send the same again' : 'Send it from here'}</Button>
      </Group>
      {send.isError && <Problem error={send.error} />}
      {send.data && <Code label="The response" text={JSON.stringify(send.data, null, 2)} />}
    </Stack>
  );
}
