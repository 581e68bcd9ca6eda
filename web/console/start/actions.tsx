import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, type ApiError, call } from '../app/api.ts';
import type { Environment } from '../app/scope.ts';
import { Code, Copyable } from '../kit/copy.tsx';
import { Problem } from '../kit/page.tsx';

export type Keys = { publicKey: string; secret: string; secretId: string };

export type Click = { id: string };

export function CreateKeys({
  environment,
  created,
}: {
  environment: Environment;
  created: (keys: Keys) => void;
}) {
  const create = useMutation<Keys, ApiError>({
    mutationFn: async () => {
      const one = (kind: 'public' | 'secret', pixel_key?: string) =>
        call('createKey', {
          body: {
            name: kind === 'public' ? 'Website' : 'Back end',
            kind,
            environment,
            ...(pixel_key && { pixel_key }),
          },
        });
      // The secret key may be refused, so it comes first: a refusal then leaves no key behind.
      const { key: secret, id: secretId } = await one('secret');
      return { publicKey: (await one('public')).key, secret, secretId };
    },
    onSuccess: created,
  });
  const known = useQuery({ queryKey: ['keys'], queryFn: () => call('listKeys', {}) });
  return (
    <Stack gap="sm">
      <Text fz="sm">
        A public key goes into your pages. A secret key stays on your server and sends conversions.
      </Text>
      {known.data?.keys.some((key) => key.environment === environment && !key.revoked_at) && (
        <Text fz="sm" c="dimmed">
          This account has {environment} keys already. A secret is shown once, so the examples below need new
          ones; <Link to="/keys">revoke them</Link> when you are done.
        </Text>
      )}
      {create.error?.code === 'verification_required' ? (
        <Alert color="orange" title="Verify your e-mail address first">
          Live secret keys need a verified address. Verify it above, or switch to “Test”.
        </Alert>
      ) : (
        create.isError && <Problem error={create.error} />
      )}
      <Group>
        <Button onClick={() => create.mutate()} loading={create.isPending}>
          Create my {environment} keys
        </Button>
      </Group>
    </Stack>
  );
}

export function KeysCreated({ keys }: { keys: Keys }) {
  return (
    <Stack gap={6}>
      <Text fz="sm">Public key</Text>
      <Copyable value={keys.publicKey} />
      <Text fz="sm">Secret key</Text>
      <Copyable value={keys.secret} />
      <Text fz="sm" c="dimmed">
        Store the secret key on your server now. It is not shown again.
      </Text>
    </Stack>
  );
}

export function MakeClick({ keys, done }: { keys: Keys; done: (click: Click) => void }) {
  const make = useMutation<Answer<'createSession'>, ApiError>({
    mutationFn: () => {
      const url =
        'https://your-shop.example/?svc_campaign=first_campaign&svc_ad_group=first_group&svc_ad_id=ad_1';
      return call('createSession', { body: { key: keys.publicKey, url } }, { token: null });
    },
    onSuccess: ({ sid }) => done({ id: sid }),
  });
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" onClick={() => make.mutate()} loading={make.isPending}>
          {make.isSuccess ? 'Make another ad click' : 'Make an ad click'}
        </Button>
        {make.data && <Copyable value={make.data.sid} />}
      </Group>
      {make.isError && <Problem error={make.error} />}
    </Stack>
  );
}

export function SendHere({
  keys,
  click,
  eventId,
  sent,
}: {
  keys: Keys;
  click: Click;
  eventId: string;
  sent: () => void;
}) {
  const send = useMutation<Answer<'sendWithKey'>, ApiError>({
    mutationFn: () =>
      call('sendWithKey', {
        params: { id: keys.secretId },
        body: {
          ...{ event_type: 'order_created', event_id: eventId, svc_click_id: click.id },
          ...{ value: 25.99, currency: 'USD' },
        },
      }),
    // It is in the log about a second after the response.
    onSuccess: () => setTimeout(sent, 900),
  });
  return (
    <Stack gap="xs">
      <Group>
        <Button onClick={() => send.mutate()} loading={send.isPending}>
          {send.isSuccess ? 'Send the same again' : 'Send it from here'}
        </Button>
      </Group>
      {send.isError && <Problem error={send.error} />}
      {send.data && <Code label="The response" text={JSON.stringify(send.data, null, 2)} />}
    </Stack>
  );
}
