import { Alert, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, type ApiError, call } from '../core/api.ts';
import type { Environment } from '../core/scope.ts';
import { Button } from '../kit/button.tsx';
import { Copyable } from '../kit/copy.tsx';
import { Problem } from '../kit/page.tsx';
import { workingKeys } from './progress.ts';

type Key = Answer<'listKeys'>['keys'][number];
export type WorkingKeys = { publicKey: Key | undefined; secretKey: Key | undefined };

/** In another tab or after a reload, the same request to create a key returns the same key. */
export function CreateKeys({ environment, created }: { environment: Environment; created: (secret: string | null) => void }) {
  const queries = useQueryClient();
  const create = useMutation<string | null, ApiError>({
    mutationFn: async () => {
      const { keys } = await call('listKeys', {});
      const { publicKey, secretKey } = workingKeys(keys, environment);
      const createOne = async (kind: 'public' | 'secret', name: string) => {
        const count = keys.filter((key) => key.kind === kind && key.environment === environment).length;
        const { key } = await call(
          'createKey',
          { body: { name, kind, environment } },
          { headers: { 'idempotency-key': `get-started:${environment}:${kind}:${count}` } },
        );
        return key;
      };
      // The secret key is created first, so that a rejection leaves no key behind.
      const secret = secretKey ? null : await createOne('secret', 'Back end');
      if (!publicKey) await createOne('public', 'Website');
      return secret;
    },
    onSuccess: (secret) => {
      created(secret);
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <Stack gap="sm">
      <Text fz="sm">A public key goes into your pages. A secret key stays on your server and sends conversions.</Text>
      {create.error?.code === 'verification_required' ? (
        <Alert color="orange" title="Verify your e-mail address first">
          Live secret keys need a verified address. Verify it above, or switch to “Test”.
        </Alert>
      ) : (
        create.isError && <Problem error={create.error} />
      )}
      <Group>
        <Button onClick={() => create.mutateAsync()}>Create my {environment} keys</Button>
      </Group>
    </Stack>
  );
}

export function KeysCreated({ keys: { publicKey, secretKey }, secret }: { keys: WorkingKeys; secret: string | null }) {
  return (
    <Stack gap={6}>
      <Text fz="sm">Public key</Text>
      <Copyable value={publicKey?.pixel_key ?? ''} />
      <Text fz="sm">Secret key</Text>
      {secret ? (
        <>
          <Copyable value={secret} />
          <Text fz="sm" c="dimmed">
            Store the secret key on your server now. It is not shown again.
          </Text>
        </>
      ) : (
        <Text fz="sm">
          “{secretKey?.name}” ({secretKey?.prefix}…{secretKey?.last4}). Its secret was shown when it was created. If you have lost it,{' '}
          <Link to="/keys">rotate the key</Link>.
        </Text>
      )}
    </Stack>
  );
}
