import {
  Alert,
  Badge,
  Button,
  Group,
  Modal,
  NativeSelect,
  Radio,
  Stack,
  Table,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Answer, type ApiError, call } from '../app/api.ts';
import { type Environment, useScope } from '../app/scope.ts';
import { Copyable } from '../kit/copy.tsx';
import { dialog } from '../kit/dialog.ts';
import { Empty, Loaded, Page, Problem, Scroll, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { PixelSettings } from './settings.tsx';

type Key = Answer<'listKeys'>['keys'][number];

export function KeysPage() {
  const { environment } = useScope();
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => call('listKeys', {}) });
  const [creating, { open, close }] = useDisclosure();
  return (
    <Page
      title="Keys and settings"
      about={`Keys of your ${environment} environment. Public keys go into pages, secret keys stay on your server.`}
      actions={<Button onClick={open}>Create a key</Button>}
    >
      <Loaded query={keys} height={240}>
        {({ keys: all }) => {
          const own = all.filter((key) => key.environment === environment);
          const pixels = own.filter((key) => key.kind === 'public' && !key.revoked_at);
          return (
            <>
              <Section title="Keys" padding={0}>
                {own.length === 0 ? (
                  <Empty
                    title={`No ${environment} keys yet`}
                    action={<Button onClick={open}>Create a key</Button>}
                  >
                    You need a public key for your pages and a secret key for your server.
                  </Empty>
                ) : (
                  <KeyTable keys={own} pixels={pixels} />
                )}
              </Section>
              {pixels.length > 0 && <PixelSettings key={environment} pixels={pixels} />}
              {creating && <CreateKey environment={environment} pixels={pixels} close={close} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function KeyTable({ keys, pixels }: { keys: Key[]; pixels: Key[] }) {
  const [rotating, setRotating] = useState<Key | null>(null);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const nameOf = (pixelKey: string) =>
    pixels.find(({ pixel_key }) => pixel_key === pixelKey)?.name ?? pixelKey;
  return (
    <Scroll minWidth={620}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Key</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>
              <span className="visually-hidden">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td>
                <Group gap={6}>
                  <Text fz="sm" fw={550} className="anywhere">
                    {key.name}
                  </Text>
                  <Badge color={key.kind === 'secret' ? 'grape' : 'blue'}>{key.kind}</Badge>
                  {key.revoked_at && <Badge color="red">revoked</Badge>}
                </Group>
                {key.kind === 'secret' && (
                  <Text fz="xs" c="dimmed">
                    {key.pixel_key ? `For clicks of ${nameOf(key.pixel_key)}` : 'For the whole account'}
                  </Text>
                )}
                {key.previous_expires_at && (
                  <Text fz="xs" c="dimmed">
                    Old secret works until <Time at={key.previous_expires_at} />
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                {key.kind === 'public' && key.pixel_key ? (
                  <Copyable value={key.pixel_key} shown={`${key.prefix}…${key.last4}`} />
                ) : (
                  <Text ff="monospace" fz="xs">
                    {key.prefix}…{key.last4}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                {key.last_used_at ? (
                  <Time at={key.last_used_at} ago />
                ) : (
                  <Text fz="sm" c="dimmed">
                    Never
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Time at={key.created_at} ago />
              </Table.Td>
              <Table.Td>
                {!key.revoked_at && (
                  <Group gap={6} justify="flex-end" wrap="nowrap">
                    {key.kind === 'secret' && (
                      <Button
                        size="xs"
                        variant="default"
                        onClick={() => setRotating(key)}
                        aria-label={`Rotate ${key.name}`}
                      >
                        Rotate
                      </Button>
                    )}
                    <Button
                      size="xs"
                      variant="light"
                      color="red"
                      onClick={() => setRevoking(key)}
                      aria-label={`Revoke ${key.name}`}
                    >
                      Revoke
                    </Button>
                  </Group>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rotating && <RotateKey of={rotating} close={() => setRotating(null)} />}
      {revoking && <RevokeKey of={revoking} close={() => setRevoking(null)} />}
    </Scroll>
  );
}

/** A mutation after which the list is read again; a retry of it is the same request to the API. */
function useKeyChange<T>(change: (headers: Record<string, string>) => Promise<T>) {
  const queries = useQueryClient();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  return useMutation<T, ApiError>({
    mutationFn: () => change({ 'idempotency-key': idempotencyKey }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  });
}

function CreateKey({
  environment,
  pixels,
  close,
}: {
  environment: Environment;
  pixels: Key[];
  close: () => void;
}) {
  const [kind, setKind] = useState<'public' | 'secret'>('secret');
  const [name, setName] = useState('');
  const [pixel, setPixel] = useState('');
  const [origins, setOrigins] = useState('');
  const allowed_origins = origins.split(/[\s,]+/).filter(Boolean);
  const create = useKeyChange((headers) =>
    call(
      'createKey',
      {
        body: {
          ...{ name, kind, environment },
          ...(kind === 'secret' && pixel && { pixel_key: pixel }),
          ...(kind === 'public' && allowed_origins.length > 0 && { allowed_origins }),
        },
      },
      { headers },
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Modal
      {...dialog}
      centered
      onClose={close}
      title={create.data ? 'Your new key' : `Create a ${environment} key`}
    >
      {create.data ? (
        <NewSecret value={create.data.key} isSecret={create.data.kind === 'secret'} close={close} />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Radio.Group
              label="Kind"
              value={kind}
              onChange={(value) => setKind(value as 'public' | 'secret')}
            >
              <Stack gap={6} mt={6}>
                <Radio value="secret" label="Secret" description="Sends conversions from your server." />
                <Radio value="public" label="Public" description="Records clicks in your pages." />
              </Stack>
            </Radio.Group>
            <TextInput
              label="Name"
              placeholder={kind === 'secret' ? 'Shop back end' : 'Shop'}
              required
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={create.error?.fields.name}
            />
            {kind === 'secret' && pixels.length > 0 && (
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
            {kind === 'public' && (
              <Textarea
                label="Allowed origins"
                description="One a line, such as https://shop.example. Empty: any page may use the key."
                value={origins}
                onChange={(event) => setOrigins(event.currentTarget.value)}
                error={create.error?.fields.allowed_origins}
                autosize
                minRows={2}
              />
            )}
            {create.isError && Object.keys(create.error.fields).length === 0 && (
              <Problem error={create.error} />
            )}
            <Button type="submit" loading={create.isPending}>
              Create
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function NewSecret({ value, isSecret, close }: { value: string; isSecret: boolean; close: () => void }) {
  return (
    <Stack gap="sm">
      {isSecret && <Alert color="orange">Store this key on your server now. It is not shown again.</Alert>}
      <Copyable value={value} />
      <Button onClick={close}>{isSecret ? 'I have stored it' : 'Done'}</Button>
    </Stack>
  );
}

const graces = [
  { value: '0', label: 'At once (within 60 seconds): it was exposed' },
  { value: '3600', label: 'After an hour' },
  { value: '86400', label: 'After a day' },
  { value: '604800', label: 'After a week' },
];

function RotateKey({ of, close }: { of: Key; close: () => void }) {
  const [grace, setGrace] = useState('86400');
  const rotate = useKeyChange((headers) =>
    call('rotateKey', { params: { id: of.id }, body: { grace_seconds: Number(grace) } }, { headers }),
  );
  return (
    <Modal {...dialog} centered onClose={close} title={`Rotate ${of.name}`}>
      {rotate.data ? (
        <NewSecret value={rotate.data.key} isSecret close={close} />
      ) : (
        <Stack gap="sm">
          <Text fz="sm">The key gets a new secret. Choose when the old one stops.</Text>
          <NativeSelect
            label="The old secret stops"
            value={grace}
            onChange={(event) => setGrace(event.currentTarget.value)}
            data={graces}
          />
          {rotate.isError && <Problem error={rotate.error} />}
          <Button onClick={() => rotate.mutate()} loading={rotate.isPending}>
            Rotate
          </Button>
        </Stack>
      )}
    </Modal>
  );
}

function RevokeKey({ of, close }: { of: Key; close: () => void }) {
  const revoke = useKeyChange(() => call('revokeKey', { params: { id: of.id } }));
  return (
    <Modal {...dialog} centered onClose={close} title={`Revoke ${of.name}?`}>
      <Stack gap="sm">
        <Text fz="sm">
          {of.kind === 'secret'
            ? 'Servers that use this key can send no more conversions, within 60 seconds.'
            : 'Pages that use this key record no more clicks, within 60 seconds.'}{' '}
          This cannot be undone.
        </Text>
        {revoke.isError && <Problem error={revoke.error} />}
        <Group>
          <Button
            color="red.8"
            onClick={() => revoke.mutate(undefined, { onSuccess: close })}
            loading={revoke.isPending}
          >
            Revoke
          </Button>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
