import { NativeSelect, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../core/api.ts';
import type { Environment } from '../core/scope.ts';
import { Confirm } from '../kit/confirm.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Form } from '../kit/form.tsx';
import { isHeld, NewSecret, useSecretChange } from '../kit/new-secret.tsx';

export type Key = Answer<'listKeys'>['keys'][number];

export function CreateKey({ environment, pixels, close }: { environment: Environment; pixels: Key[]; close: () => void }) {
  const [kind, setKind] = useState<Key['kind']>('secret');
  const [expires, setExpires] = useState('90');
  const [name, setName] = useState('');
  const [pixel, setPixel] = useState('');
  const [reads, setReads] = useState<'reports' | 'performance'>('reports');
  const [origins, setOrigins] = useState('');
  const allowed_origins = origins.split(/[\s,]+/).filter(Boolean);
  const create = useSecretChange('keys', (headers) =>
    call(
      'createKey',
      {
        body: {
          name,
          kind,
          environment,
          ...(kind !== 'public' && pixel && { pixel_key: pixel }),
          ...(kind === 'read' && { expires_in_days: Number(expires) }),
          ...(kind === 'read' && reads === 'performance' && { scope: reads }),
          ...(kind === 'public' && allowed_origins.length > 0 && { allowed_origins }),
        },
      },
      { headers },
    ),
  );
  return (
    <Dialog isHeld={isHeld(create)} onClose={close} title={create.data ? 'Your new key' : `Create a ${environment} key`}>
      {create.data ? (
        <NewSecret value={create.data.key} kind={create.data.kind} close={close} />
      ) : (
        <Form run={create} action="Create" look="filled">
          <Radio.Group label="Kind" value={kind} onChange={(value) => setKind(value as Key['kind'])}>
            <Stack gap={6} mt={6}>
              <Radio value="secret" label="Secret" description="Sends conversions from your server." />
              <Radio value="public" label="Public" description="Records clicks in your pages." />
              <Radio value="read" label="Read-only" description="Reads reports, in spreadsheets, dashboards and AI assistants." />
            </Stack>
          </Radio.Group>
          <TextInput
            label="Name"
            placeholder={{ secret: 'Shop back end', public: 'Shop', read: 'Weekly sheet' }[kind]}
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={create.error?.fields.name}
          />
          {kind !== 'public' && pixels.length > 0 && (
            <NativeSelect
              label="Scope"
              value={pixel}
              onChange={(event) => setPixel(event.currentTarget.value)}
              data={[
                { value: '', label: 'The whole account' },
                ...pixels.map(({ name: of, pixel_key, last4 }) => ({
                  value: pixel_key ?? '',
                  label: `Clicks of ${of} (…${last4})`,
                })),
              ]}
              error={create.error?.fields.pixel_key}
            />
          )}
          {kind === 'read' && (
            <NativeSelect
              label="Reads"
              value={reads}
              onChange={(event) => setReads(event.currentTarget.value as typeof reads)}
              data={[
                { value: 'reports', label: 'Reports of conversions' },
                { value: 'performance', label: 'These, and what ads cost and returned' },
              ]}
              error={create.error?.fields.scope}
            />
          )}
          {kind === 'read' && (
            <NativeSelect
              label="Expires"
              value={expires}
              onChange={(event) => setExpires(event.currentTarget.value)}
              data={[
                { value: '7', label: 'In a week' },
                { value: '30', label: 'In 30 days' },
                { value: '90', label: 'In 90 days' },
                { value: '366', label: 'In a year' },
              ]}
            />
          )}
          {kind === 'public' && (
            <Textarea
              label="Allowed origins"
              description="One per line, such as https://shop.example. Empty: any page may use the key."
              value={origins}
              onChange={(event) => setOrigins(event.currentTarget.value)}
              onBlur={() => setOrigins(allowed_origins.join('\n'))}
              error={create.error?.fields.allowed_origins}
              autosize
              minRows={2}
            />
          )}
        </Form>
      )}
    </Dialog>
  );
}

const graces = [
  { value: '0', label: 'At once (within 60 seconds): it was exposed' },
  { value: '3600', label: 'After an hour' },
  { value: '86400', label: 'After a day' },
  { value: '604800', label: 'After a week' },
];

export function RotateKey({ of, close }: { of: Key; close: () => void }) {
  const [grace, setGrace] = useState('86400');
  const rotate = useSecretChange('keys', (headers) =>
    call('rotateKey', { params: { id: of.id }, body: { grace_seconds: Number(grace) } }, { headers }),
  );
  return (
    <Dialog isHeld={isHeld(rotate)} onClose={close} title={`Rotate ${of.name}`}>
      {rotate.data ? (
        <NewSecret value={rotate.data.key} kind={of.kind} close={close} />
      ) : (
        <Form run={rotate} action="Rotate" look="filled">
          <Text fz="sm">The key gets a new secret. Choose when the old one stops.</Text>
          <NativeSelect
            label="The old secret stops"
            value={grace}
            onChange={(event) => setGrace(event.currentTarget.value)}
            data={graces}
          />
        </Form>
      )}
    </Dialog>
  );
}

const revoked: Record<Key['kind'], string> = {
  secret: 'Servers that use this key can no longer send conversions',
  public: 'Pages that use this key no longer record clicks',
  read: 'Spreadsheets and dashboards that use this key can no longer read reports',
};

export function RevokeKey({ of, close }: { of: Key; close: () => void }) {
  const revoke = useSecretChange('keys', () => call('revokeKey', { params: { id: of.id } }));
  return (
    <Confirm
      of={revoke}
      title={`Revoke ${of.name}?`}
      action="Revoke"
      run={() => revoke.mutate(undefined, { onSuccess: close })}
      close={close}
    >
      <Text fz="sm">{revoked[of.kind]}, within 60 seconds. This cannot be undone.</Text>
    </Confirm>
  );
}
